import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixtures are seats after four transactions, of which two came before the rules. One has all five features of rules.
/// `ASHLAR_RECORD=1` and this suite write a fixture that does not exist. A fixture that exists is never written again.
@Suite("Files with keys and indexes of several properties", .serialized, .enabled(if: Sealing.isOptional))
struct TupleFixtureTests {
  /// A fixture.
  enum Fixture: String, CaseIterable {
    case indexes, keys, five

    var features: [String] { self == .five ? SeatingSchema.features : [rawValue] }
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
      let seating = try Seating(path: path, version: 1)
      for number in 0..<2 as Range<Int64> { try seating.commit(number, .full) }
    }
    do {
      let seating = try Seating(path: path, version: 2, features: fixture.features)
      for number in 2..<4 as Range<Int64> { try seating.commit(number, .full) }
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
    // 8 seats and 8 guests.
    #expect(found.tables.map(\.rows).reduce(0, +) == 16)
    let catalog = try #require(try Catalog.read(EnvironmentRegistry.open(path: path)))
    #expect(catalog.storedFormat == StoredFormat(8, InventedFeatures.named(fixture.features.joined(separator: ","))))
    let seats = try #require(catalog.tables.first { $0.name == "Seat" })
    // The numbers of indexes, their columns and the budgets of their texts are part of the format.
    let indexes = seats.indexes?.list.map { [Int($0.number), Int($0.textBudget)] + $0.columns.map { Int($0) } } ?? []
    let columns = seats.columnNumbers.mapValues { Int($0) }
    func numbers(_ names: String...) -> [Int] { names.map { columns[$0] ?? -1 } }
    // The unique rule comes first in the order of rules.
    let declared = [[240] + numbers("hall", "price"), [233] + numbers("note", "code", "price")]
    let expected = fixture == .keys ? [] : fixture == .indexes ? declared : [[240] + numbers("hall", "guest")] + declared
    #expect(Set(indexes.map { Array($0.dropFirst()) }) == Set(expected))
    #expect(indexes.map { $0[0] } == expected.indices.map { 0x8000 + $0 })
    let bytes = catalog.storedFormat.bytes
    let error = #expect(throws: StoreError.self) { try bytes.withUnsafeBytes { try ReleaseEight.check($0, path: path) } }
    #expect(error == .newerFormat(path: path, found: 9, supported: 8))
  }

  @Test("have their original contents, keys and values are found, and the rules apply to every write", arguments: Fixture.allCases)
  func writing(_ fixture: Fixture) throws {
    try copy(fixture)
    do {
      let seating = try Seating(path: path, version: 2, features: fixture.features)
      #expect(try seating.faults(after: 3) == [])
      for kind in fixture.features.flatMap({ Seating.brokenRules(of: $0) }) { #expect(try seating.isRefused(kind), "\(kind)") }
      #expect(try seating.faults(after: 3) == [])
      for number in 4..<8 as Range<Int64> { try seating.commit(number, .relaxed) }
      #expect(try seating.faults(after: 7) == [])
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
      let known = SeatingSchema.features.filter { $0 != feature }.joined(separator: ",")
      try InventedFeatures.knowing(known) {
        #expect(throws: StoreError.unknownFeatures(path: path, names: [feature])) { try EnvironmentRegistry.open(path: path) }
        let engine = try ReadOnlyEngines.open(path: path)
        let wanted = WantedSchema(
          SeatingSchema.model(2, features: fixture.features), ordinals: SeatingSchema.ordinals, unlisted: UnlistedOrdinals(from: 2).ordinal)
        let store = try SampleStore(engine, try Catalog.openReadOnly(engine, wanted, version: 2), SeatingSchema.ordinals)
        #expect(try Seating(store).faults(after: 3) == [])
      }
      try folder.closeIdleFiles()
    }
    #expect(throws: StoreError.unknownFeatures(path: path, names: fixture.features)) {
      try InventedFeatures.knowing("") { _ = try EnvironmentRegistry.open(path: path) }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("without their rules, a copy has no key and no unique rule, and keeps the indexes that were declared", arguments: Fixture.allCases)
  func dropping(_ fixture: Fixture) throws {
    try copy(fixture)
    let target = RealPath.of(folder.file("copy"))
    do {
      let seating = try Seating(path: path, version: 3)
      #expect(try seating.faults(after: 3) == [])
      // Without a key, there may be two seats with one; without a unique rule, a guest has two.
      try seating.store.session.beginWrite()
      #expect(try seating.add(4))
      try seating.setGuest(4, 4)
      try seating.setGuest(6, 4)
      try seating.store.session.commitWrite(.full)
      #expect(try seating.indexFaults() == [])
      try seating.store.session.writeCopy(to: target)
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == fixture.features)
    let copied = try FileInspection.read(target, checksums: true)
    #expect(copied.format == (fixture == .keys ? 8 : 9))
    #expect(copied.features.map(\.name) == (fixture == .keys ? [] : ["indexes"]))
    try InventedFeatures.knowing("indexes") {
      let seating = try Seating(path: target, version: 3)
      #expect(seating.store.session.count(SeatingSchema.seat) == 9)
      #expect(try seating.store.contradictions() + seating.indexFaults() == [])
      #expect(try Catalog.read(seating.store.session.engine)?.tables.compactMap { $0.indexes?.list.count } == (fixture == .keys ? [] : [2]))
    }
    try folder.closeIdleFiles()
  }
}
