import Ashlar
import AshlarSchema
import AshlarStore
import Atlas
import Foundation
import Testing
import TestSupport

/// Files that were written under an older schema of 'Place', which was called 'Location' then.
@Suite("Files of an older schema")
struct ChangedSchemaTests {
  private static let older = SchemaModel(
    name: "Old", version: 1,
    entities: [
      EntityModel(
        name: "Location",
        properties: [
          PropertyModel(name: "_id", type: .objectId, isPrimaryKey: true),
          PropertyModel(name: "label", type: .string, isOptional: true),
          PropertyModel(name: "name", type: .string, isOptional: true),
          PropertyModel(name: "gone", type: .string, isIndexed: true),
          PropertyModel(name: "visits", type: .int32),
        ])
    ])

  // 300 rows; every third has no name.
  private func write(_ configuration: Realm.Configuration) throws {
    let engine = try EnvironmentRegistry.open(path: try #require(configuration.fileURL).path)
    let wanted = WantedSchema(ChangedSchemaTests.older, ordinals: ["Location": 0], unlisted: { _ in 1 })
    let context = UnsafeMutablePointer<AccessContext>.allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: 0))
    defer { context.deallocate() }
    let session = try StoreSession(engine: engine, tables: try Catalog.open(engine, wanted, version: 1), context: context)
    try session.beginWrite()
    for number in 0..<300 {
      let id = [UInt8](repeating: 0, count: 10) + [UInt8(number >> 8), UInt8(number & 255)]
      let row = try id.withUnsafeBytes { try session.insert(0, withKey: KeyProbe(.bytes($0))).row }
      func cell(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer { row.base + row.columns[column].offset + row.slot * width }
      id.withUnsafeBytes { cell(0, 12).copyMemory(from: $0.baseAddress!, byteCount: 12) }
      for (column, text) in [
        (1, "label \(number)"), (2, number % 3 == 0 ? nil : "a name that is longer than a slot, \(number)"), (3, "gone"),
      ] {
        guard let text else {
          session.storeBytes(nil, at: cell(column, 12), in: row.base)
          continue
        }
        Array(text.utf8).withUnsafeBytes { session.storeBytes($0, at: cell(column, 12), in: row.base) }
      }
      cell(4, 4).storeBytes(of: Int32(number - 100), as: Int32.self)
    }
    try session.commitWrite(sync: false)
  }

  @Test("open with properties added, renamed, removed, widened and made required, and are read, queried and written")
  func opening() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", AtlasSchema.objectTypes)
    try write(configuration)
    configuration.schemaVersion = 2
    do {
      let realm = try Realm(configuration: configuration)
      let places = realm.objects(Place.self)
      #expect(places.count == 300)
      #expect(places[100].name == "a name that is longer than a slot, 100")
      #expect(places[99].name == "")
      #expect(places[7].title == "label 7")
      #expect(places[7].visits == -93)
      #expect(places.allSatisfy { $0.stars == 3 })
      #expect(places[0].height.count == 0)
      #expect(places[0].path.isEmpty)
      #expect(places[0].position.latitude == 0)
      #expect(places[0].entrance == nil)
      #expect(places.where { $0.visits >= 0 }.count == 200)
      #expect(places.where { $0.title == "label 250" }.first?.visits == 150)
      let visits: Int = (-100..<200).reduce(0, +)
      #expect((places.sum(of: \.visits) as Int) == visits)
      #expect((places.sum(of: \.stars) as Int) == 900)
      #expect(places.sorted(byKeyPath: "visits", ascending: false).first?.title == "label 299")
      #expect(realm.object(ofType: Place.self, forPrimaryKey: places[42]._id)?.title == "label 42")
      try realm.write {
        realm.delete(places[299])
        places[10].title = "changed"
        places[10].stars = 5
        places[11].position = Coordinate(latitude: 1, longitude: 2)
      }
      #expect((places.sum(of: \.stars) as Int) == 899)
    }
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Place.self).count == 299)
    #expect(realm.objects(Place.self)[10].title == "changed")
    #expect(realm.objects(Place.self)[12].stars == 3)
  }

  @Test("that are open elsewhere in the process are not changed, and the error states where")
  func inUse() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", AtlasSchema.objectTypes)
    try write(configuration)
    configuration.schemaVersion = 2
    let engine = try EnvironmentRegistry.open(path: folder.file("data.realm"))
    let pin = try engine.snapshot(for: SnapshotHolder(.realm, place: "Tests/Somewhere.swift:7"))
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .alreadyOpen)
    let text = "must be converted to the new schema and is in use: a Realm opened at Tests/Somewhere.swift:7. Close it"
    #expect(error?.localizedDescription.contains(text) == true)
    withExtendedLifetime(pin) {}
  }

  @Test("that are open in the process and were never read are not changed either")
  func unread() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", AtlasSchema.objectTypes)
    try write(configuration)
    let open = try Realm(storedTypesAt: folder.file("data.realm"), readOnly: false)
    configuration.schemaVersion = 2
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .alreadyOpen)
    #expect(error?.localizedDescription.contains("is in use: a Realm opened at ") == true)
    #expect(open.dynamicObjects("Location").count == 300)
  }

  @Test("need a higher version, and the error lists the differences")
  func sameVersion() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", AtlasSchema.objectTypes)
    try write(configuration)
    configuration.schemaVersion = 1
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.localizedDescription.contains("- Property 'Place.stars' has been added.") == true)
  }

  @Test("'performMigration' migrates a file and leaves it closed; one that is open is refused")
  func performing() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", AtlasSchema.objectTypes)
    try write(configuration)
    configuration.schemaVersion = 2
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
    try Realm.performMigration(for: configuration)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 2)
    let realm = try Realm(configuration: configuration)
    let error = #expect(throws: Realm.Error.self) { try Realm.performMigration(for: configuration) }
    #expect(error?.code == .alreadyOpen)
    #expect(
      error?.localizedDescription
        == "'\(folder.file("data.realm"))' is open in this process. Close every Realm of it before 'performMigration'.")
    #expect(realm.objects(Place.self).count == 300)
  }

  @Test("'schemaVersionAtURL' creates no file, and throws if there is none")
  func version() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("missing.realm")) }
    #expect(error?.code == .invalidDatabase)
    #expect(error?.localizedDescription.contains("has not been initialized") == true)
    #expect(try folder.names().isEmpty)
    try Data("x".utf8).write(to: folder.url("other"))
    #expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("other")) }
    _ = try EnvironmentRegistry.open(path: folder.file("empty"))
    #expect(#expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("empty")) }?.code == .invalidDatabase)
    #expect(
      #expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("other"), encryptionKey: Data([1])) }?.code == .invalidInput)
  }
}
