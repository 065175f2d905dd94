import Ashlar
import AshlarSchema
import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Files that are deleted when they do not fit")
struct DeleteIfNeededTests {
  private func configuration(_ folder: TemporaryFolder, version: UInt64 = 0) -> Realm.Configuration {
    var configuration = folder.configuration("data.realm", [SmallKey.self])
    configuration.schemaVersion = version
    configuration.deleteRealmIfMigrationNeeded = true
    return configuration
  }

  private func fill(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { _ = realm.create(SmallKey.self, value: [1, 10]) }
  }

  // A file in which 'SmallKey' has other properties.
  private func writeOther(_ configuration: Realm.Configuration) throws {
    let model = SchemaModel(
      name: "Old", version: 9, entities: [EntityModel(name: "SmallKey", properties: [PropertyModel(name: "other", type: .string)])])
    let engine = try EnvironmentRegistry.open(path: try #require(configuration.fileURL).path)
    _ = try Catalog.open(engine, WantedSchema(model, ordinals: ["SmallKey": 0], unlisted: { _ in 1 }), version: 9)
  }

  @Test("a file with other properties is created again, empty")
  func mismatch() throws {
    let folder = try TemporaryFolder()
    try writeOther(configuration(folder))
    let realm = try Realm(configuration: configuration(folder, version: 9))
    #expect(realm.isEmpty && realm.configuration.schemaVersion == 9)
    try realm.write { _ = realm.create(SmallKey.self, value: [1, 2]) }
  }

  @Test("one of another version is, a higher and a lower one, though its types fit", arguments: [4, 6] as [UInt64])
  func version(_ version: UInt64) throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder, version: 5))
    #expect(try Realm(configuration: configuration(folder, version: version)).isEmpty)
  }

  @Test(
    "one with a feature that only a later release knows is, and without the option it is refused by name and read read-only",
    .enabled(if: !TestEngine.isSealed))
  func feature() throws {
    let folder = try TemporaryFolder()
    var configuration = configuration(folder, version: 5)
    try fill(configuration)
    let path = folder.file("data.realm")
    EnvironmentRegistry.closeIdleFile(path: path)
    try FileFeature.$known.withValue([.sequences]) {
      let engine = try EnvironmentRegistry.open(path: path)
      let wanted = WantedSchema(
        SchemaModel(name: "New", version: 5, entities: []), ordinals: [:], unlisted: { _ in 0 }, features: [.sequences])
      _ = try Catalog.open(engine, wanted, version: 5)
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    configuration.deleteRealmIfMigrationNeeded = false
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .unsupportedFileFormatVersion)
    #expect(error?.localizedDescription.contains("uses 'sequences', which this release does not know") == true)
    do {
      var reading = configuration
      reading.readOnly = true
      let realm = try Realm(configuration: reading)
      #expect(realm.objects(SmallKey.self).count == 1)
      #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: folder.url("copy.realm")) }
    }
    configuration.deleteRealmIfMigrationNeeded = true
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  @Test("one that fits keeps its data, also when types are added to it")
  func fits() throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder, version: 5))
    #expect(try Realm(configuration: configuration(folder, version: 5)).objects(SmallKey.self).count == 1)
    var more = configuration(folder, version: 5)
    more.objectTypes = [SmallKey.self, TextKey.self]
    #expect(try Realm(configuration: more).objects(SmallKey.self).count == 1)
  }

  @Test("a closure of the program is called first with the differences, and may refuse")
  func asking() throws {
    let folder = try TemporaryFolder()
    try writeOther(configuration(folder))
    let asked = Guarded<[SchemaDifference]>([])
    var refusing = configuration(folder, version: 9)
    refusing.willDeleteForMigration = { differences in
      asked.withLock { $0 = differences }
      return false
    }
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: refusing) }
    #expect(error?.code == .schemaMismatch && error?.differences == asked.withLock { $0 })
    #expect(asked.withLock { $0.contains(.propertyRemoved(type: "SmallKey", property: "other")) })
    #expect(try FileInspection.schema(folder.file("data.realm")).entities.first?.properties.map(\.name) == ["other"])
    var allowing = refusing
    allowing.willDeleteForMigration = { _ in true }
    #expect(try Realm(configuration: allowing).isEmpty)
  }

  @Test("one that is open is not deleted, and the error states this")
  func open() throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder, version: 5))
    let realm = try Realm(configuration: configuration(folder, version: 5))
    let other = configuration(folder, version: 6)
    #expect(throws: Realm.Error(.alreadyOpen)) { try onThread { _ = try Realm(configuration: other) } }
    #expect(realm.objects(SmallKey.self).count == 1)
    try realm.write { _ = realm.create(SmallKey.self, value: [2, 20]) }
  }

  @Test("a file that is not a database is not deleted")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let bytes = Data("something else altogether, which somebody may still want to have, of some length".utf8)
    try bytes.write(to: folder.url())
    #expect(throws: Realm.Error(.invalidDatabase)) { try Realm(configuration: configuration(folder)) }
    #expect(try Data(contentsOf: folder.url()) == bytes)
  }
}
