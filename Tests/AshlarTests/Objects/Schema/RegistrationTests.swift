@testable import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Library
import People
import Testing
import TestSupport

// Types of a second schema, which is not linked: opened only where it is named.
private let twinSchema = SchemaModel(
  name: "Twin", version: 1,
  entities: [
    EntityModel(name: "Dog", properties: [PropertyModel(name: "name", type: .string)]),
    EntityModel(name: "Pup", storedName: "Dog", properties: [PropertyModel(name: "name", type: .string)]),
    EntityModel(
      name: "Turned", storedName: "TextKey",
      properties: [
        PropertyModel(name: "value", type: .int), PropertyModel(name: "id", type: .string, isOptional: true, isPrimaryKey: true),
      ]),
    EntityModel(name: "Reading", kind: .asymmetric, properties: [PropertyModel(name: "value", type: .int)]),
  ])
private let twinLink = _LinkedSchema(name: "Twin", source: 0, descriptor: "")

private func twinEntity(_ name: String, _ type: ObjectBase.Type, storedName: String? = nil) -> _Entity {
  var model = twinSchema.entity(named: name) ?? EntityModel(name: name, properties: [])
  if let storedName { model.storedName = storedName }
  return _Entity(model, in: twinSchema, linked: twinLink, type: type)
}

private final class Pup: Object {
  static let entity = twinEntity("Pup", Pup.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Pup(row, own), to: Self.self) }
}
private final class OtherDog: Object {
  static let entity = twinEntity("Dog", OtherDog.self, storedName: "dogs")
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(OtherDog(row, own), to: Self.self) }
}
private final class Turned: Object {
  static let entity = twinEntity("Turned", Turned.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Turned(row, own), to: Self.self) }
}
private final class Reading: Object {
  static let entity = twinEntity("Reading", Reading.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Reading(row, own), to: Self.self) }
}

@Suite("Which types a Realm has")
struct RegistrationTests {
  private func message(_ types: [ObjectBase.Type]) throws -> String {
    let error = #expect(throws: Realm.Error.self) { try memoryRealm(types) }
    #expect(error?.code == .fail)
    return try #require(error).localizedDescription
  }

  @Test("without a list a Realm has the types of all linked schemas")
  func all() throws {
    let names = Set(try memoryRealm().schema.objectSchema.map(\.className))
    #expect(
      names.isSuperset(of: ["Person", "Dog", "Address", "Book", "Author", "Copy", "Loan", "Vehicle", "Driver", "Scalars", "Node", "Part"]))
  }

  @Test("with a list, it has the listed types, and the error names missing ones")
  func subset() throws {
    let realm = try memoryRealm([Author.self, Book.self, Copy.self, Loan.self, Member.self, MemberAddress.self, Fine.self])
    #expect(realm.schema.objectSchema.map(\.className) == ["Author", "Book", "Copy", "Fine", "Loan", "Member", "MemberAddress"])
    let text = try message([Dog.self])
    #expect(text.contains("- Invalid class subset list: 'Dog.owner' links to type 'Person', which must be listed too."))
  }

  @Test("two classes with one stored name are an error that names both schemas")
  func storedName() throws {
    let text = try message([Dog.self, Person.self, Address.self, Pup.self])
    #expect(text.contains("- Type 'Dog' appears more than once in the schema: 'People' and 'Twin'."))
  }

  @Test("two classes with one name are an error that names both schemas")
  func name() throws {
    let text = try message([Dog.self, Person.self, Address.self, OtherDog.self])
    #expect(text.contains("- Type 'Dog' appears more than once in the schema: 'People' and 'Twin'."))
  }

  @Test("a file keeps its data when properties are declared in another order")
  func reordered() throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
      try realm.write { for index in 0..<300 { realm.create(TextKey.self, value: ["id": "key \(index)", "value": index]) } }
    }()
    var configuration = folder.configuration("data.realm", [Turned.self])
    configuration.schemaVersion = 2
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Turned.self).map { $0._int(0) } == Array(0..<300))
    #expect(realm.object(ofType: Turned.self, forPrimaryKey: "key 7")?._optionalString(1) == "key 7")
    try realm.write { realm.objects(Turned.self)[5]._setInt(0, -5) }
    #expect(realm.objects(Turned.self)[5]._optionalString(1) == "key 5" && realm.objects(Turned.self)[5]._int(0) == -5)
  }

  @Test("asymmetric types are refused")
  func asymmetric() throws {
    #expect(try message([Reading.self]).contains("- Asymmetric type 'Reading' is not allowed in a local Realm."))
  }

  @Test("a class without a schema stops the program")
  func bare() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      class Bare: Object {}
      _ = try memoryRealm([Bare.self])
    }
    #expect(errorText(result).contains("'Bare' has no schema: models are generated from YAML"))
  }

  @Test("the schema describes properties as the file has them")
  func reflection() throws {
    let person = try #require(try memoryRealm().schema["Person"])
    #expect(person.primaryKeyProperty?.name == "_id" && !person.isEmbedded && person.properties.count == 14)
    let name = try #require(person["lastName"])
    #expect(name.columnName == "last_name" && name.isIndexed && !name.isOptional && name.typeName == "string")
    #expect(person["friends"]?.isArray == true && person["friends"]?.objectClassName == "Person")
    #expect(Person.primaryKey() == "_id" && Person.className() == "Person" && Dog.primaryKey() == nil)
    #expect(Dog().objectSchema.className == "Dog" && Address().objectSchema.isEmbedded)
  }

  @Test("a key path names what it touches")
  func keyPaths() {
    #expect(_name(for: \Person.home?.street) == "home.street")
    #expect(_name(for: \Person.friends[0].firstName) == "friends.firstName")
    #expect(_name(for: \Person.friends.first?.home?.city) == "friends.home.city")
    #expect(_name(for: \Person.dogs[0].age) == "dogs.age")
    #expect(_name(for: \Person.mood) == "mood" && _name(for: \Person.nickname!.count) == "nickname")
    #expect(_name(for: \Node.next?.next?.children[3].parts[1].piece?.marks[0]) == "next.next.children.parts.piece.marks")
    #expect(_name(for: \Scalars.anyLevel) == "anyLevel" && _name(for: \Scalars.level) == "level")
  }
}
