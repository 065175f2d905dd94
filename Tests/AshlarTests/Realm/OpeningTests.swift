import Ashlar
import AshlarSchema
import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Opening files")
struct OpeningTests {
  /// The error that opening throws; checks that the file is as it was.
  private func failure(_ configuration: Realm.Configuration, sourceLocation: SourceLocation = #_sourceLocation) throws -> Realm.Error {
    let before = configuration.fileURL.flatMap { try? Data(contentsOf: $0) }
    let error = #expect(throws: Realm.Error.self, sourceLocation: sourceLocation) { try Realm(configuration: configuration) }
    let after = configuration.fileURL.flatMap { try? Data(contentsOf: $0) }
    #expect(before == after, "the file was changed", sourceLocation: sourceLocation)
    return try #require(error)
  }

  // A file that was written by another state of the program.
  private func write(_ model: SchemaModel, _ configuration: Realm.Configuration) throws {
    let engine = try EnvironmentRegistry.open(path: try #require(configuration.fileURL).path)
    var ordinals: [String: Int] = [:]
    for (ordinal, entity) in model.entities.enumerated() { ordinals[entity.name] = ordinal }
    let wanted = WantedSchema(model, ordinals: ordinals, unlisted: { [count = ordinals.count] _ in count })
    _ = try Catalog.open(engine, wanted, version: model.version)
  }

  private func property(_ name: String, _ type: ValueType, optional: Bool = false, key: Bool = false) -> PropertyModel {
    PropertyModel(name: name, type: type, isOptional: optional, isPrimaryKey: key)
  }

  private func textKey(_ properties: [PropertyModel], version: UInt64 = 2, kind: EntityKind = .object) -> SchemaModel {
    SchemaModel(name: "Old", version: version, entities: [EntityModel(name: "TextKey", kind: kind, properties: properties)])
  }

  @Test("a file that fits is opened, and new types are added to it")
  func fits() throws {
    let folder = try TemporaryFolder()
    try write(textKey([property("id", .string, optional: true, key: true), property("value", .int)]), folder.configuration())
    let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
    try realm.write { realm.create(SmallKey.self, value: [1, 2]) }
    #expect(realm.objects(TextKey.self).isEmpty && realm.objects(SmallKey.self).count == 1)
  }

  @Test("types listed in another order, or twice, are the same Realm; fewer are another")
  func lists() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
    #expect(try Realm(configuration: folder.configuration("data.realm", [SmallKey.self, TextKey.self])) == realm)
    #expect(try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self, TextKey.self])) == realm)
    let fewer = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
    #expect(fewer != realm && fewer.schema.objectSchema.map(\.className) == ["TextKey"])
    #expect(realm.schema.objectSchema.map(\.className) == ["SmallKey", "TextKey"])
    #expect(try Realm(configuration: folder.configuration("data.realm", [TextKey.self])) == fewer)
  }

  @Test("a file that is opened again and again is compared with what it holds by then")
  func again() throws {
    let folder = try TemporaryFolder()
    let fits = textKey([property("id", .string, optional: true, key: true), property("value", .int)])
    for round in 0..<3 {
      try write(fits, folder.configuration())
      _ = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
        try FileManager.default.removeItem(at: folder.url(name))
      }
      try write(textKey([property("id", .int, key: true), property("value", .int)]), folder.configuration())
      #expect(try failure(folder.configuration("data.realm", [TextKey.self])).code == .schemaMismatch, "round \(round)")
      try FileManager.default.removeItem(at: folder.url())
    }
  }

  @Test("other properties are a mismatch, with one line for each difference")
  func mismatch() throws {
    let folder = try TemporaryFolder()
    try write(
      textKey([property("id", .int, key: true), property("value", .int, optional: true), property("old", .date)]), folder.configuration())
    let error = try failure(folder.configuration("data.realm", [TextKey.self]))
    #expect(error.code == .schemaMismatch && error.fileURL?.lastPathComponent == "data.realm")
    for line in [
      "- Property 'TextKey.id' has been changed from 'int' to 'string'.",
      "- Property 'TextKey.value' has been made required.", "- Property 'TextKey.old' has been removed.",
    ] {
      #expect(error.localizedDescription.contains(line))
    }
    #expect(error.localizedDescription.hasPrefix("Migration is required for '"))
    #expect(error.differences.count == 3)
  }

  @Test("an added property, a moved key and another kind of type are mismatches")
  func mismatches() throws {
    func lines(_ properties: [PropertyModel], _ kind: EntityKind = .object) throws -> String {
      let folder = try TemporaryFolder()
      try write(textKey(properties, kind: kind), folder.configuration())
      let error = try failure(folder.configuration("data.realm", [TextKey.self]))
      #expect(error == Realm.Error(.schemaMismatch))
      return error.localizedDescription
    }
    #expect(try lines([property("id", .string, optional: true, key: true)]).contains("- Property 'TextKey.value' has been added."))
    #expect(
      try lines([property("id", .string, optional: true), property("value", .int)])
        .contains("- Property 'TextKey.id' has been made the primary key."))
    #expect(
      try lines([property("id", .string, optional: true), property("value", .int, key: true)])
        .contains("- The primary key of 'TextKey' has been changed from 'value' to 'id'."))
    #expect(
      try lines([property("id", .string, optional: true), property("value", .int)], .embedded).contains("- Type 'TextKey' has been changed")
    )
  }

  @Test("a version below the file's is refused, and so is a raised one where code must say what becomes of values")
  func versions() throws {
    let folder = try TemporaryFolder()
    try write(textKey([property("id", .string, optional: true, key: true), property("value", .int)], version: 7), folder.configuration())
    var configuration = folder.configuration("data.realm", [TextKey.self])
    let low = try failure(configuration)
    #expect(low.code == .fail && low.localizedDescription.hasPrefix("Provided schema version 2 is less than last set version 7 of '"))
    configuration.schemaVersion = 8
    _ = try Realm(configuration: configuration)
    let other = folder.configuration("other.realm", [TextKey.self])
    try write(textKey([property("id", .string, optional: true, key: true), property("value", .string)], version: 1), other)
    let raised = try failure(other)
    #expect(raised.code == .fail && raised.differences.count == 1)
    #expect(raised.localizedDescription.contains("without code for the changes below"))
  }

  @Test("a missing folder, a folder, and paths through files have different errors")
  func paths() throws {
    let folder = try TemporaryFolder()
    #expect(try failure(Realm.Configuration(fileURL: folder.url("missing/data.realm"))).code == .fileNotFound)
    #expect(try failure(Realm.Configuration(fileURL: folder.url)).code == .fileOperationFailed)
    try Data("x".utf8).write(to: folder.url("plain"))
    #expect(try failure(Realm.Configuration(fileURL: folder.url("plain/data.realm"))).code == .fileOperationFailed)
    do {
      _ = try Realm(configuration: Realm.Configuration(fileURL: folder.url("missing/data.realm")))
      Issue.record("a missing folder was accepted")
    } catch Realm.Error.fileNotFound {
      #expect(!FileManager.default.fileExists(atPath: folder.url("missing").path))
    }
  }

  @Test("a file that is not a database is refused and left alone", arguments: [1, 100, 151, 5000, 100_000])
  func foreign(_ size: Int) throws {
    let folder = try TemporaryFolder()
    try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: folder.url())
    let error = try failure(folder.configuration())
    #expect(error.code == .invalidDatabase && error.localizedDescription.contains("is not an Ashlar database"))
  }

  @Test("an empty file is a new database")
  func empty() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url())
    let realm = try Realm(configuration: folder.configuration())
    try realm.write { realm.create(Dog.self) }
    #expect(realm.objects(Dog.self).count == 1)
  }

  @Test("a truncated file is refused and left alone", arguments: [5000, 8192, 12_288])
  func truncated(_ size: Int) throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration())
      try realm.write { for index in 0..<2000 { realm.create(Dog.self, value: ["dog number \(index) has a name", index]) } }
    }()
    let data = try Data(contentsOf: folder.url())
    #expect(data.count > 12_288)
    try data.prefix(size).write(to: folder.url("cut.realm"))
    let error = try failure(folder.configuration("cut.realm"))
    #expect(error.code == .invalidDatabase && error.localizedDescription.contains("truncated"))
    #expect(try Realm(configuration: folder.configuration()).objects(Dog.self).count == 2000)
  }

  @Test("an error closes nothing that is open")
  func openElsewhere() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
    try realm.write { realm.create(TextKey.self, value: ["id": "k"]) }
    var low = folder.configuration("data.realm", [TextKey.self, SmallKey.self])
    low.schemaVersion = 1
    #expect(throws: Realm.Error(.fail)) { try Realm(configuration: low) }
    try realm.write { realm.create(TextKey.self, value: ["id": "l"]) }
    #expect(realm.objects(TextKey.self).count == 2)
  }

  @Test("a Realm that was opened keeps no version, and reads the newest at its first use", arguments: 0..<FirstUse.all.count)
  func firstUse(number: Int) throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    #expect(try realm.pinnedVersions().isEmpty)
    let frozen = try onThread {
      let realm = try Realm(configuration: configuration)
      return Frozen(try realm.write { realm.create(SmallKey.self, value: [7, 8]) })
    }
    #expect(try FirstUse.all[number](realm, frozen))
    #expect(try realm.pinnedVersions().contains { if case .realm = $0.holder { true } else { false } })
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.deleteAll() }
    }
    #expect(realm.objects(SmallKey.self).count == 1, "from then on it stays")
  }

  @Test("a Realm that is opened again before its first use reads the newest version as well")
  func openedAgain() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    try advance(configuration)
    #expect(try Realm(configuration: configuration).objects(SmallKey.self).count == 1)
    #expect(realm.objects(SmallKey.self).count == 1)
    try advance(configuration)
    #expect(try Realm(configuration: configuration).objects(SmallKey.self).count == 1)
    realm.refresh()
    #expect(realm.objects(SmallKey.self).count == 2)
  }

  private func advance(_ configuration: Realm.Configuration) throws {
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(SmallKey.self, value: [realm.objects(SmallKey.self).count, 8]) }
    }
  }
}

/// Ways to use a Realm first.
private enum FirstUse {
  static let all: [@Sendable (Realm, Frozen<SmallKey>) throws -> Bool] = [
    { realm, _ in realm.objects(SmallKey.self).count == 1 }, { realm, _ in !realm.isEmpty },
    { realm, _ in realm.object(ofType: SmallKey.self, forPrimaryKey: 7)?.value == 8 },
    { realm, _ in realm.objects(SmallKey.self).where { $0.value == 8 }.first?.id == 7 },
    { realm, _ in realm.dynamicObjects("SmallKey").count == 1 }, { realm, _ in realm.refresh() },
    { realm, _ in realm.freeze().objects(SmallKey.self).count == 1 }, { realm, frozen in frozen.thaw()?.realm == realm },
    { realm, frozen in realm.resolve(ThreadSafeReference(to: frozen.thaw()!))?.value == 8 },
    { realm, _ in try realm.write { realm.objects(SmallKey.self).count == 1 } },
    { realm, _ in
      realm.beginWrite()
      defer { realm.cancelWrite() }
      return realm.objects(SmallKey.self).count == 1
    },
    { realm, _ in
      var counts: [Int] = []
      let token = realm.objects(SmallKey.self).observe { if case .initial(let found) = $0 { counts.append(found.count) } }
      realm.refresh()
      withExtendedLifetime(token) {}
      return counts == [1]
    },
  ]
}
