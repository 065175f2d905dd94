import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixtures are encrypted seats after four transactions, of which two came before the rules. One has no rules, the other one has those
/// of all features that this release knows. Their key consists of the bytes 0 to 63. `ASHLAR_RECORD=1` and this suite write a fixture that
/// does not exist. A fixture that exists is never written again.
@Suite("Encrypted files of this release, which later ones must read", .serialized)
struct SealedFixtureTests {
  /// A fixture.
  enum Fixture: String, CaseIterable {
    case sealed
    case all = "sealed-all"

    var rules: [String] { self == .all ? SeatingSchema.features : [] }
    var features: [String] { (rules + ["sealed"]).sorted() }
    var version: UInt64 { self == .all ? 2 : 1 }
    var url: URL { Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/\(rawValue).ashlar") }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
    key = try Sealing.encryptionKey()
  }

  private func copy(_ fixture: Fixture) throws {
    if ProcessInfo.processInfo.environment["ASHLAR_RECORD"] != nil, !FileManager.default.fileExists(atPath: fixture.url.path) {
      try record(fixture)
    }
    try FileManager.default.copyItem(at: fixture.url, to: URL(filePath: path))
  }

  private func record(_ fixture: Fixture) throws {
    let path = folder.file("new")
    do {
      let seating = try Seating(path: path, version: 1, key: key)
      for number in 0..<2 as Range<Int64> { try seating.commit(number, .full) }
    }
    do {
      let seating = try Seating(path: path, version: fixture.version, features: fixture.rules, key: key)
      for number in 2..<4 as Range<Int64> { try seating.commit(number, .full) }
    }
    try folder.closeIdleFiles()
    try FileManager.default.copyItem(at: URL(filePath: path), to: fixture.url)
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  @Test("have a newer format for releases of format 8, and list their features without the key", arguments: Fixture.allCases)
  func releaseEight(_ fixture: Fixture) throws {
    try copy(fixture)
    for given in [key, nil] where given != nil || Sealing.isOptional {
      let found = try FileInspection.read(path, key: given, checksums: true)
      #expect(found.format == 9)
      #expect(found.features.map(\.name) == fixture.features)
      #expect(found.isReadable)
      #expect(found.encryption?.isOpened == (given != nil))
      // 8 seats and 8 guests.
      #expect(found.tables.map(\.rows).reduce(0, +) == (given == nil ? 0 : 16))
    }
    let expected = StoredFormat(8, InventedFeatures.named(fixture.features.joined(separator: ",")))
    let stored = try #require(try Forger(path: path).values(isPlain: true).first { $0.key.elementsEqual(StoredFormat.key.utf8) })
    let format = try Array(bytes()[stored.range])
    #expect(format == expected.bytes)
    let error = #expect(throws: StoreError.self) { try format.withUnsafeBytes { try ReleaseEight.check($0, path: path) } }
    #expect(error == .newerFormat(path: path, found: 9, supported: 8))
  }

  @Test("have their original contents, their rules apply to every write, and they stay encrypted", arguments: Fixture.allCases)
  func writing(_ fixture: Fixture) throws {
    try copy(fixture)
    do {
      let seating = try Seating(path: path, version: fixture.version, features: fixture.rules, key: key)
      #expect(try seating.faults(after: 3) == [])
      for kind in fixture.rules.flatMap({ Seating.brokenRules(of: $0) }) { #expect(try seating.isRefused(kind), "\(kind)") }
      #expect(try seating.faults(after: 3) == [])
      for number in 4..<8 as Range<Int64> { try seating.commit(number, .relaxed) }
      #expect(try seating.faults(after: 7) == [])
    }
    try folder.closeIdleFiles()
    #expect(try RuleVerification.faults(path, key: key) == [])
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, key: key, checksums: true).features.map(\.name) == fixture.features)
  }

  // Where all files of the tests are encrypted, every simulated release knows encryption.
  @Test(
    "cannot be opened or read by a release that does not know encryption, and the error names it", .enabled(if: Sealing.isOptional),
    arguments: Fixture.allCases)
  func lackingEncryption(_ fixture: Fixture) throws {
    try copy(fixture)
    let before = try bytes()
    let error = StoreError.unknownFeatures(path: path, names: ["sealed"])
    try InventedFeatures.knowing(SeatingSchema.features.joined(separator: ",")) {
      // The list is read before the key, so that a release without keys has the same error.
      for given in [key, nil] {
        #expect(throws: error) { try EnvironmentRegistry.open(path: path, key: given) }
        #expect(throws: error) { try EnvironmentRegistry.open(path: path, key: given) { _, _ in true } }
        #expect(throws: error) { try EnvironmentRegistry.openToRead(path: path, key: given) }
        #expect(throws: error) { try ReadOnlyEngines.open(path: path, key: given) }
        #expect(throws: error) { try FileInspection.schema(path, key: given) }
        #expect(throws: error) { try SeedFile.copy(path, to: folder.file("seeded"), key: given) }
        #expect(throws: error) { try StructureWalk.check(path, key: given) }
        #expect(throws: error) { try KeyChange.run(path, from: given, to: nil) }
      }
      let found = try FileInspection.read(path, checksums: true)
      #expect(!found.isReadable)
      #expect(found.features.map(\.name) == fixture.features)
      #expect(found.tables.isEmpty)
      #expect(found.trees.contains { $0.name == "sealed" })
    }
    #expect(try bytes() == before)
    #expect(try folder.names().allSatisfy { $0.hasPrefix("store") })
  }

  @Test("can only be read by a release that lacks another of their features, with the key", arguments: SeatingSchema.features)
  func lacking(feature: String) throws {
    try copy(.all)
    let before = try bytes()
    try InventedFeatures.knowing(Fixture.all.features.filter { $0 != feature }.joined(separator: ",")) {
      #expect(throws: StoreError.unknownFeatures(path: path, names: [feature])) { try EnvironmentRegistry.open(path: path, key: key) }
      #expect(throws: StoreError.wrongKey(path: path)) { try ReadOnlyEngines.open(path: path, key: Sealing.encryptionKey(1)) }
      let engine = try ReadOnlyEngines.open(path: path, key: key)
      let wanted = WantedSchema(
        SeatingSchema.model(2), ordinals: SeatingSchema.ordinals, unlisted: UnlistedOrdinals(from: 2).ordinal)
      let store = try SampleStore(engine, try Catalog.openReadOnly(engine, wanted, version: 2), SeatingSchema.ordinals)
      #expect(try Seating(store).faults(after: 3) == [])
      #expect(throws: StoreError.unknownFeatures(path: path, names: [feature])) {
        try store.session.writeCopy(to: folder.file("copy"), key: key)
      }
    }
    #expect(try bytes() == before)
  }

  @Test("decrypted, have the list without encryption, or none", .enabled(if: Sealing.isOptional), arguments: Fixture.allCases)
  func decrypting(_ fixture: Fixture) throws {
    try copy(fixture)
    try KeyChange.run(path, from: key, to: nil)
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.format == (fixture == .all ? 9 : 8))
    #expect(found.features.map(\.name) == fixture.rules)
    #expect(found.encryption == nil)
    #expect(!found.trees.contains { $0.name == "sealed" })
    do {
      let seating = try Seating(path: path, version: fixture.version, features: fixture.rules)
      #expect(try seating.faults(after: 3) == [])
    }
    try folder.closeIdleFiles()
    // A release of format 8 opens what has no other feature.
    if fixture == .sealed { try InventedFeatures.knowing("") { _ = try Seating(path: path, version: 1) } }
  }
}
