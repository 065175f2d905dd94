import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Counters and the catalog in bytes")
struct CatalogCodingTests {
  private static func counters(_ entries: Counters.Entry...) -> Counters {
    var counters = Counters()
    for entry in entries { counters.set(entry) }
    return counters
  }

  private static let filled: Counters = {
    // Not in their order.
    var filled = counters(
      Counters.Entry(table: 9, nextKey: Counters.keyLimit, liveCount: Counters.keyLimit),
      Counters.Entry(table: 1, nextKey: 0, liveCount: 0), Counters.Entry(table: 2, nextKey: 600, liveCount: 4),
      Counters.Entry(table: 2, nextKey: 700, liveCount: 3))
    for space in 0..<EntrySums.count { filled.sums[space] = UInt64(space) &* 0x9E37_79B9_7F4A_7C15 }
    filled.patches = 17
    filled.changes.append(version: 5, [1 << 40, 2 << 40 | 7])
    return filled
  }()

  @Test("counters are decoded as they were encoded")
  func counters() {
    let filled = CatalogCodingTests.filled
    #expect(filled.encoded.withUnsafeBytes(Counters.decode) == filled)
    #expect(Counters().encoded.withUnsafeBytes(Counters.decode) == Counters())
    #expect(filled.entries.map(\.table) == [1, 2, 9])
    #expect(filled.entry(2) == Counters.Entry(table: 2, nextKey: 700, liveCount: 3))
    #expect(filled.entry(3) == nil)
  }

  @Test("counters that were changed or cut are no counters")
  func damagedCounters() {
    let bytes = CatalogCodingTests.filled.encoded
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(damaged.withUnsafeBytes(Counters.decode) == nil)
      }
      #expect(Array(bytes[..<index]).withUnsafeBytes(Counters.decode) == nil)
    }
    #expect((bytes + [0]).withUnsafeBytes(Counters.decode) == nil)
  }

  @Test(
    "counters that cannot be are refused although their checksum is right",
    arguments: [(-1, 0), (5, 6), (5, -1), (Counters.keyLimit + 1, 0), (Int64.max, Int64.max)] as [(Int64, Int64)])
  func impossibleCounters(_ nextKey: Int64, _ liveCount: Int64) {
    let bytes = CatalogCodingTests.counters(Counters.Entry(table: 1, nextKey: nextKey, liveCount: liveCount)).encoded
    #expect(bytes.withUnsafeBytes(Counters.decode) == nil)
  }

  @Test("bytes of tables are read to the end or not at all; any bytes end in a value or nil", .enabled(if: Sealing.isOptional))
  func tables() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "catalog coding")
    _ = try SampleStore(engine)
    let snapshot = try engine.snapshot()
    let bytes = Array(try #require(try snapshot.named(.meta, "tables")))
    let tables = try #require(bytes.withUnsafeBytes(Catalog.decodeTables))
    #expect(tables.map(\.name) == ["Address", "Dog", "Person", "Token", "Wide"])
    #expect(tables.map(\.id) == [1, 2, 3, 4, 5])
    #expect(tables[1].columns.map(\.name) == ["name", "owner", "tricks"])
    let ends = Set((0...bytes.count).filter { Array(bytes[..<$0]).withUnsafeBytes(Catalog.decodeTables) != nil })
    #expect(ends.count == 6, "only after whole tables")
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      _ = damaged.withUnsafeBytes(Catalog.decodeTables)
      let noise = (0..<Int.random(in: 0..<64, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = noise.withUnsafeBytes(Catalog.decodeTables)
    }
  }

  @Test("a list of tables that does not fit the schema is damage")
  func inconsistent() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "inconsistent catalog")
    _ = try SampleStore(engine)
    let good = try #require(try Catalog.read(engine))
    #expect(good.isConsistent)
    let changes: [(inout Catalog) -> Void] = [
      { $0.tables[0].id = 2 }, { $0.tables[1].name = "Dig" }, { $0.tables[2].columns.swapAt(0, 1) }, { $0.tables.removeLast() },
      { $0.tables.append($0.tables[0]) }, { $0.tables[3].columns = [] },
    ]
    for change in changes {
      var catalog = good
      change(&catalog)
      try engine.commit(sync: false) { writer in try catalog.write(to: writer) }
      #expect(throws: StoreError.damaged(path: engine.path, detail: "its list of tables does not match its schema")) {
        try Catalog.read(engine)
      }
    }
  }
}
