import AshlarSchema
import AshlarStore
import Club
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private enum Old {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Old", version: 1,
      entities: [
        EntityModel(
          name: "Person",
          properties: [
            property("name", .string), property("age", .int), property("code", .int), property("note", .string),
            property("home", .object, target: "Place"), property("numbers", .int16, .list),
          ]),
        EntityModel(name: "Place", properties: [property("street", .string)]),
      ]))
  enum Person: EraType { static let entity = schema.entity("Person", Era<Person>.self) }
  enum Place: EraType { static let entity = schema.entity("Place", Era<Place>.self) }
  static let types: [ObjectBase.Type] = [Era<Person>.self, Era<Place>.self]
}

private enum New {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "New", version: 2,
      entities: [
        EntityModel(
          name: "Person",
          properties: [
            property("name", .string) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("age", .int8), property("code", .string),
            property("home", .object, target: "Place"), property("numbers", .int, .list), property("nick", .string) { $0.isIndexed = true },
          ]),
        EntityModel(name: "Place", kind: .embedded, properties: [property("street", .string)]),
      ]))
  enum Person: EraType { static let entity = schema.entity("Person", Era<Person>.self) }
  enum Place: EraType { static let entity = schema.entity("Place", EmbeddedEra<Place>.self) }
  static let types: [ObjectBase.Type] = [Era<Person>.self, EmbeddedEra<Place>.self]
}

@Suite("What opening would do to a file")
struct MigrationForecastTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Four people, of whom the last two live in one place; nobody lives in another.
  private func write(names: [String] = ["a", "b", "c", "d"], ages: [Int] = [1, 2, 3, 4]) throws {
    let realm = try Realm(configuration: folder.release(1, Old.types))
    try realm.write {
      let shared = realm.dynamicCreate("Place", value: ["street": "shared"])
      realm.dynamicCreate("Place", value: ["street": "nobody's"])
      for index in names.indices {
        realm.dynamicCreate(
          "Person",
          value: [
            "name": names[index], "age": ages[index], "code": index, "note": "", "home": index >= 2 ? shared : nil as Any?, "numbers": [1],
          ])
      }
    }
  }

  private func plan(_ change: (inout Realm.Configuration) -> Void = { $0.migrationBlock = { _, _ in } }) throws -> MigrationPlan.Description
  {
    var configuration = folder.release(2, New.types)
    change(&configuration)
    return try Realm.migrationPlan(for: configuration)
  }

  @Test("lists the changes, with the number of objects, and those that need code")
  func lines() throws {
    try write()
    let plan = try plan()
    #expect(
      plan.description == """
        Schema version 1 -> 2
        - Property 'Person.age' has been changed from 'int' to 'int8'. (4 objects)
        - Property 'Person.code' has been changed from 'int' to 'string'. (4 objects) It needs migration code.
        - Property 'Person.nick' has been added.
        - Property 'Person.note' has been removed.
        - Property 'Person.numbers' has been changed from 'array<int16>' to 'array<int>'. (4 objects)
        - Property 'Person.name' has been made the primary key. (4 objects)
        - Type 'Place' has been changed from object to embedded. 1 without an owner are deleted, and 1 are copied for additional owners. (2 objects)
        - The index of 'Person.nick' is built. (4 objects)
        """)
    #expect(!plan.wouldFail)
  }

  @Test("the file is unchanged, and no file is created beside it")
  func untouched() throws {
    try write()
    let before = try Data(contentsOf: folder.url("data.realm"))
    let names = try folder.names()
    _ = try plan()
    #expect(try Data(contentsOf: folder.url("data.realm")) == before)
    #expect(try folder.names() == names)
  }

  @Test("integers that do not fit are named, with the row")
  func narrowed() throws {
    try write(ages: [1, 128, 3, -129])
    let plan = try plan()
    #expect(plan.wouldFail)
    let failure = try #require(plan.lines[0].failure)
    #expect(
      failure.contains("'Person.age' becomes an integer of 8 bits, and the value 128 in row 1 does not fit, nor does that of 1 more row"))
  }

  @Test("keys that two objects would have are named")
  func duplicates() throws {
    try write(names: ["a", "b", "a", "c"])
    let failure = try #require(try plan().lines.first { $0.text.contains("primary key") }?.failure)
    #expect(failure.contains("rows 0 and 2 would both have \"a\""))
  }

  @Test("without code, what needs it makes opening fail")
  func noCode() throws {
    try write()
    let plan = try plan { _ in }
    #expect(plan.wouldFail)
    #expect(plan.failure?.contains("Property 'Person.code' has been changed from 'int' to 'string'.") == true)
  }

  @Test("a file that is as it is wanted needs nothing")
  func nothing() throws {
    try write()
    let plan = try Realm.migrationPlan(for: folder.release(1, Old.types))
    #expect(plan.lines.isEmpty)
    #expect(!plan.wouldFail)
  }

  @Test("a file that is open here, with an open write, has the plan of its newest version")
  func open() throws {
    try write()
    let expected = try plan().description
    let realm = try Realm(configuration: folder.release(1, Old.types))
    realm.beginWrite()
    realm.delete(realm.dynamicObjects("Person"))
    #expect(try plan().description == expected)
    try realm.commitWrite()
    #expect(try plan().description != expected)
    #expect(realm.dynamicObjects("Person").count == 0)
    try realm.write { realm.dynamicCreate("Person") }
  }

  @Test("a read-only configuration needs a file that this process does not have open for writing")
  func readOnly() throws {
    try write()
    let realm = try Realm(configuration: folder.release(1, Old.types))
    let error = #expect(throws: Realm.Error.self) { try plan { $0.readOnly = true } }
    #expect(error?.code == .fail)
    #expect(realm.dynamicObjects("Person").count == 4)
  }
}
