import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport
import Traits

@testable import Ashlar

@Suite("What a schema says of itself")
struct ReflectionTests {
  private func schema() throws -> Schema { try memoryRealm().schema }

  @Test("types are found by name and carry their class")
  func types() throws {
    let schema = try schema()
    #expect(schema["Nothing"] == nil && schema["Object"] == nil)
    let person = try #require(schema["Person"])
    #expect(person.objectClass == Person.self && !person.isEmbedded && !person.isAsymmetric)
    #expect(try #require(schema["Address"]).isEmbedded)
  }

  @Test("linking objects are found by name and are no stored property")
  func linkingObjects() throws {
    let person = try #require(try schema()["Person"])
    let dogs = try #require(person["dogs"])
    #expect(dogs.type == .linkingObjects && dogs.isArray && dogs.objectClassName == "Dog" && !dogs.isOptional)
    #expect(!person.properties.contains { $0.name == "dogs" })
  }

  @Test("optional is what may be nil: single links and objects of maps, and not objects of lists")
  func optionality() throws {
    let schema = try schema()
    #expect(schema["Dog"]?["owner"]?.isOptional == true && schema["Person"]?["friends"]?.isOptional == false)
    #expect(schema["Person"]?["nickname"]?.isOptional == true && schema["Person"]?["tags"]?.isOptional == false)
    for type in schema.objectSchema {
      for property in type.properties where property.type == .any { #expect(!property.isOptional, "\(type.className).\(property.name)") }
      for property in type.properties where property.isMap && property.type == .object {
        #expect(property.isOptional, "\(type.className).\(property.name)")
      }
    }
  }

  @Test("a primary key is indexed")
  func keys() throws {
    let key = try #require(try schema()["Person"]?.primaryKeyProperty)
    #expect(key.name == "_id" && key.isIndexed && key.type == .objectId)
    #expect(try schema()["Dog"]?.primaryKeyProperty == nil)
  }

  @Test("schemas and types are equal when all their properties are; the name in the file does not count")
  func equality() throws {
    let (a, b) = (try schema(), try schema())
    #expect(a == b && a["Dog"] == b["Dog"] && a["Dog"] != a["Person"])
    #expect(try memoryRealm([TextKey.self]).schema != a)
    let name = try #require(a["Person"]?["lastName"])
    #expect(name == b["Person"]?["lastName"] && name != a["Person"]?["firstName"])
    #expect(a["Person"]?["tags"] != a["Person"]?["scores"])
  }

  @Test("a property states at most one kind of collection")
  func collections() throws {
    let schema = try schema()
    let properties = schema.objectSchema.flatMap(\.properties)
    #expect(properties.contains { $0.isSet && !$0.isArray && !$0.isMap } && properties.contains { $0.isMap && !$0.isArray && !$0.isSet })
    for property in properties { #expect([property.isArray, property.isSet, property.isMap].filter { $0 }.count <= 1) }
  }

  @Test("a property is described by a line for each attribute")
  func property() throws {
    let person = try #require(try schema()["Person"])
    #expect(
      person["lastName"]?.description == """
        lastName {
        \ttype = string;
        \tcolumnName = last_name;
        \tindexed = YES;
        \tisPrimary = NO;
        \tarray = NO;
        \tset = NO;
        \tdictionary = NO;
        \toptional = NO;
        }
        """)
    let dogs = try #require(person["dogs"]).description
    #expect(dogs.contains("\ttype = linking objects;\n\tobjectClassName = Dog;\n\tlinkOriginPropertyName = owner;\n"))
  }

  @Test("types are described with their properties, and schemas with their types by name")
  func descriptions() throws {
    let schema = try memoryRealm([TextKey.self, SmallKey.self]).schema
    let text = schema.description
    #expect(text.hasPrefix("Schema {\n\tSmallKey {\n\t\tid {\n\t\t\ttype = int;\n"))
    #expect(text.hasSuffix("\t\t}\n\t}\n}") && text.contains("\n\tTextKey {\n"))
    let small = try #require(schema["SmallKey"])
    #expect(small.description.hasPrefix("SmallKey {\n\tid {\n\t\ttype = int;\n") && small.description.hasSuffix("\n\t}\n}"))
    let address = try #require(try self.schema()["Address"]).description
    #expect(address.hasPrefix("Address (embedded) {\n") && address.contains("linkOriginPropertyName = home;"))
  }

  @Test("a Realm describes itself by its file, state and types, anywhere and without stopping")
  func realm() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
    let version = realm._core.session.version
    #expect("\(realm)" == "Realm('\(folder.url().path)', version \(version), types: SmallKey, TextKey)")
    #expect("\(realm.freeze())".contains("', frozen, version "))
    realm.beginWrite()
    #expect("\(realm)".contains("', in a write transaction, version "))
    realm.cancelWrite()
    nonisolated(unsafe) let shared = realm
    #expect(try onThread { "\(shared)".contains("data.realm") })
    let memory = try Realm(configuration: memory("described", [TextKey.self]))
    #expect("\(memory)".hasPrefix("Realm(in memory 'described', version "))
    var dumped = ""
    dump(realm, to: &dumped)
    #expect(dumped.contains("- isFrozen: false") && dumped.contains("\"SmallKey\"") && !dumped.contains("_core"))
  }
}
