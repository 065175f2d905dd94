import AshlarSchema
import Foundation
import TestSupport
import Testing
import Twins

@testable import Ashlar

@Suite("The classes of all schemas written by hand")
struct TwinObjectTests {
  /// Versions of schemas differ.
  private func configuration(_ folder: borrowing TemporaryFolder, _ types: [ObjectBase.Type]) -> Realm.Configuration {
    var configuration = folder.configuration("a.realm", types)
    configuration.schemaVersion = 9
    return configuration
  }

  @Test("have the storage of their schemas", arguments: TwinPair.all)
  func storage(_ pair: TwinPair) throws {
    #expect(storageFingerprint(pair.byHand.type) == storageFingerprint(pair.generated.type))
  }

  @Test("start with the same values", arguments: TwinPair.all)
  func defaults(_ pair: TwinPair) throws {
    let (generated, byHand) = (pair.generated.make(), pair.byHand.make())
    let fresh = Set(
      generated.objectSchema.properties.map(\.name).filter { name in
        let property = pair.generated.type._entity.model.properties.first { $0.name == name }
        return [.date, .objectId, .uuid].contains(property?.type)
          || [.now, .newUUID, .newUUIDv7, .newObjectId].contains(property?.defaultValue)
      })
    let expected = forms(generated).filter { !fresh.contains($0.key) }
    #expect(forms(byHand).filter { !fresh.contains($0.key) } == expected)
    #expect(try typedForms(byHand).filter { !fresh.contains($0.key) } == expected)
  }

  @Test("read and write by their own accessors what their names do, in memory and in a Realm", arguments: TwinPair.all)
  func accessors(_ pair: TwinPair) throws {
    let realm = try memoryRealm(pair.byHand.types)
    try realm.write {
      let first = pair.byHand.create(realm, TwinValues().values(pair.byHand.type))
      let expected = forms(first)
      #expect(try typedForms(first) == expected)
      let copy = pair.byHand.make()
      try #require(copy as? any TypedTwin).setTyped(first)
      #expect(forms(copy) == expected)
      #expect(try typedForms(copy) == expected)
      if pair.byHand.type.primaryKey() == nil {
        let second = pair.byHand.create(realm, [:])
        try #require(second as? any TypedTwin).setTyped(copy)
        #expect(forms(second) == expected)
        #expect(try typedForms(second) == expected)
      }
    }
  }

  @Test("read what the other class has stored in one file, in both directions, with what it links to and embeds", arguments: TwinPair.all)
  func files(_ pair: TwinPair) throws {
    for (writer, reader) in [(pair.generated, pair.byHand), (pair.byHand, pair.generated)] {
      let folder = try TemporaryFolder()
      let values = TwinValues(depth: 2).values(pair.byHand.type)
      let expected = try { () throws -> [String: String] in
        let realm = try Realm(configuration: configuration(folder, writer.types))
        return try realm.write { forms(writer.create(realm, values), depth: 2) }
      }()
      let realm = try Realm(configuration: configuration(folder, reader.types))
      let object = try #require(reader.first(realm))
      #expect(forms(object, depth: 2) == expected)
      if object is any TypedTwin { #expect(try typedForms(object, depth: 2) == expected) }
    }
  }
}
