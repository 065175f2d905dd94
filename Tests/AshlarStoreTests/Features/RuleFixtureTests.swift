import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixtures are ledgers of four transactions, of which two came before the rules. One has all rules, each other one those of one
/// feature. `ASHLAR_RECORD=1` and this suite write a fixture that does not exist. A fixture that exists is never written again.
@Suite("Files with rules", .serialized, .enabled(if: Sealing.isOptional))
struct RuleFixtureTests {
  /// A fixture.
  enum Fixture: String, CaseIterable {
    case unique, deletes, checks, all

    var features: [String] { self == .all ? LedgerSchema.features : [rawValue] }
    var url: URL { Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/rules-\(rawValue).ashlar") }
  }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
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
      let ledger = try Ledger(path: path, version: 1)
      for number in 0..<2 as Range<Int64> { try ledger.commit(number, .full) }
    }
    do {
      let ledger = try Ledger(path: path, version: 2, features: fixture.features)
      for number in 2..<4 as Range<Int64> { try ledger.commit(number, .full) }
    }
    try folder.closeIdleFiles()
    try FileManager.default.copyItem(at: URL(filePath: path), to: fixture.url)
  }

  @Test("have a newer format for releases of format 8, and list their features", arguments: Fixture.allCases)
  func releaseEight(_ fixture: Fixture) throws {
    try copy(fixture)
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.format == 9)
    #expect(found.features.map(\.name) == fixture.features)
    #expect(found.isReadable)
    // 17 accounts, 12 entries, 2 locks and 3 owners.
    #expect(found.tables.map(\.rows).reduce(0, +) == 34)
    let stored = try #require(try Catalog.read(EnvironmentRegistry.open(path: path))?.storedFormat)
    #expect(stored == StoredFormat(8, InventedFeatures.named(fixture.features.joined(separator: ","))))
    let error = #expect(throws: StoreError.self) { try stored.bytes.withUnsafeBytes { try ReleaseEight.check($0, path: path) } }
    #expect(error == .newerFormat(path: path, found: 9, supported: 8))
  }

  @Test("have their original contents, and their rules apply to every write", arguments: Fixture.allCases)
  func writing(_ fixture: Fixture) throws {
    try copy(fixture)
    do {
      let ledger = try Ledger(path: path, version: 2, features: fixture.features)
      #expect(try ledger.faults(after: 3) == [])
      for kind in fixture.features.flatMap({ Ledger.brokenRules(of: $0) }) { #expect(try ledger.isRefused(kind), "\(kind)") }
      #expect(try ledger.faults(after: 3) == [])
      // Without delete rules, later transactions would leave objects behind.
      if fixture == .all {
        for number in 4..<8 as Range<Int64> { try ledger.commit(number, .relaxed) }
        #expect(try ledger.faults(after: 7) == [])
      }
    }
    try folder.closeIdleFiles()
    #expect(try RuleVerification.faults(path) == [])
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == fixture.features)
  }

  @Test("can only be read by a release that lacks one of their features, and the error names it", arguments: Fixture.allCases)
  func lacking(_ fixture: Fixture) throws {
    try copy(fixture)
    let before = try Data(contentsOf: URL(filePath: path))
    for feature in fixture.features {
      let known = LedgerSchema.features.filter { $0 != feature }.joined(separator: ",")
      try InventedFeatures.knowing(known) {
        #expect(throws: StoreError.unknownFeatures(path: path, names: [feature])) { try EnvironmentRegistry.open(path: path) }
        let engine = try ReadOnlyEngines.open(path: path)
        let wanted = WantedSchema(
          LedgerSchema.model(2, features: fixture.features), ordinals: LedgerSchema.ordinals, unlisted: UnlistedOrdinals(from: 4).ordinal)
        let store = try SampleStore(engine, try Catalog.openReadOnly(engine, wanted, version: 2), LedgerSchema.ordinals)
        #expect(try store.rows(LedgerSchema.account).count == 17)
        #expect(try store.contradictions() == [])
      }
      try folder.closeIdleFiles()
    }
    #expect(throws: StoreError.unknownFeatures(path: path, names: fixture.features)) {
      try InventedFeatures.knowing("") { _ = try EnvironmentRegistry.open(path: path) }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("without their rules, they keep the list, and a copy has format 8", arguments: Fixture.allCases)
  func dropping(_ fixture: Fixture) throws {
    try copy(fixture)
    let target = RealPath.of(folder.file("copy"))
    do {
      let ledger = try Ledger(path: path, version: 3)
      #expect(try ledger.faults(after: 3) == [])
      try ledger.store.session.beginWrite()
      try ledger.store.set(LedgerSchema.account, 2, 2, .int(10))
      try ledger.store.set(LedgerSchema.account, 3, 0, .int(7))
      try ledger.store.session.commitWrite(.full)
      try ledger.store.session.writeCopy(to: target)
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == fixture.features)
    let copied = try FileInspection.read(target, checksums: true)
    #expect(copied.format == 8)
    #expect(copied.features.isEmpty)
    // A release without the features opens the copy.
    try InventedFeatures.knowing("") {
      let ledger = try Ledger(path: target, version: 3)
      #expect(ledger.store.session.count(LedgerSchema.account) == 17)
      #expect(try ledger.store.contradictions() == [])
    }
    try folder.closeIdleFiles()
  }
}
