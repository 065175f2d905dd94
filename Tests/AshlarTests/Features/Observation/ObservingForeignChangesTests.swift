import AshlarSchema
import AshlarStore
import Foundation
import Library
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

private enum Before {
  enum Row: EraType { static let entity = rows().entity("Row", Era<Row>.self) }
}

private enum After {
  enum Row: EraType { static let entity = rows(property("more", .string)).entity("Row", Era<Row>.self) }
}

private func rows(_ more: PropertyModel...) -> _LinkedSchema {
  _LinkedSchema(SchemaModel(name: "Foreign", entities: [EntityModel(name: "Row", properties: [property("value", .int)] + more)]))
}

@Suite("Observing what this process cannot read", .blocking)
struct ObservingForeignChangesTests {
  // The other process finds it by the number of this one.
  private static func folder(_ process: Int32, _ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "ashlar-foreign-\(process)-\(name)")
  }

  private static func file(_ process: Int32, _ name: String) -> URL { folder(process, name).appending(path: "store") }

  private static func makeFolder(_ name: String) throws -> URL {
    let folder = folder(getpid(), name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func tables(_ process: Int32, _ types: [ObjectBase.Type]) -> Realm.Configuration {
    Realm.Configuration(fileURL: file(process, "tables"), objectTypes: types)
  }

  private static func release(_ process: Int32, _ version: UInt64, _ type: ObjectBase.Type) -> Realm.Configuration {
    Realm.Configuration(fileURL: file(process, "release"), schemaVersion: version, objectTypes: [type])
  }

  @MainActor @Test("of a commit of another process that stores in a table that this one does not know, what it stores besides is told")
  func unknownTable() async throws {
    let folder = try Self.makeFolder("tables")
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = Self.tables(getpid(), PeopleSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    realm.refresh()
    await #expect(processExitsWith: .success) {
      TestEngine.choose()
      let types = PeopleSchema.objectTypes + LibrarySchema.objectTypes
      let realm = try Realm(configuration: ObservingForeignChangesTests.tables(getppid(), types))
      try realm.write { _ = realm.create(Author.self, value: ["name": "alone"]) }
      try realm.write {
        realm.create(Author.self, value: ["name": "together"])
        realm.create(Person.self, value: ["firstName": "Ada"])
      }
    }
    realm.refresh()
    #expect(calls.list == ["initial", "-[] +[0] ~[]"])
    withExtendedLifetime(token) {}
  }

  @MainActor @Test("nothing is notified once another process has changed the schema, and the Realm remains at its version")
  func unknownColumn() async throws {
    let folder = try Self.makeFolder("release")
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = Self.release(getpid(), 1, Era<Before.Row>.self)
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.dynamicCreate("Row", value: ["value": 1]) }
    let calls = Calls()
    let token = realm.objects(Era<Before.Row>.self).observe { calls.add($0) }
    realm.refresh()
    await #expect(processExitsWith: .success) {
      TestEngine.choose()
      let realm = try Realm(configuration: ObservingForeignChangesTests.release(getppid(), 2, Era<After.Row>.self))
      try realm.write {
        realm.dynamicObjects("Row").setValue("new", forKey: "more")
        realm.dynamicCreate("Row", value: ["value": 2])
      }
    }
    #expect(!realm.refresh())
    #expect(calls.list == ["initial"])
    #expect(realm.objects(Era<Before.Row>.self).count == 1)
    #expect(token.invalidate())
  }

  @Test("a read error while a change is computed stops the program, with a message that states the error and place")
  func unreadable() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      let configuration = folder.configuration("store", PeopleSchema.objectTypes)
      let realm = try Realm(configuration: configuration)
      try realm.write { for number in 0..<2_000 { realm.create(Person.self, value: ["firstName": "\(number)"]) } }
      let url = try #require(configuration.fileURL)
      let token = realm.objects(Person.self).sorted(byKeyPath: "firstName").observe { change in
        if case .update = change { print("told") }
      }
      realm.refresh()
      try onThread {
        let realm = try Realm(configuration: configuration)
        let people = realm.objects(Person.self)
        try realm.write { for index in 0..<2_000 { people[index].lastName = "new" } }
      }
      try ObservingForeignChangesTests.spoil(url)
      realm.refresh()
      withExtendedLifetime(token) {}
    }
    let text = errorText(result)
    #expect(text.contains("Fatal error") && text.contains("damaged"), "\(text)")
  }

  // Writes over the beginnings of all values that have pages of their own, behind the storage's back. The trees stay as they are.
  private static func spoil(_ file: URL) throws {
    let handle = try FileHandle(forUpdating: file)
    let data = try #require(try handle.readToEnd())
    let page = 4_096
    for start in stride(from: 2 * page, to: data.count - page, by: page) {
      // The number of the page, two bytes, and its kind: 4 is the first page of a long value.
      let number = data[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard number == start / page, data[start + 10] == 4 else { continue }
      try handle.seek(toOffset: UInt64(start + 16))
      try handle.write(contentsOf: Data(repeating: 0xFF, count: 256))
    }
    try handle.close()
  }
}
