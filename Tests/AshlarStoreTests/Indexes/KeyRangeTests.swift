import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Ranges of integer primary keys", .blocking)
struct KeyRangeTests {
  // Two tables, whose entries the index of keys has between each other.
  private static let model = SchemaModel(
    name: "Keys", version: 1,
    entities: ["First", "Second"].map { name in
      EntityModel(name: name, properties: [PropertyModel(name: "id", type: .int, isPrimaryKey: true)])
    })

  private static let interesting: [Int64] = [
    .min, .min + 1, .min / 2 - 1, .min / 2, -1_000, -1, 0, 1, 1_000, .max / 2, .max / 2 + 1, .max - 1, .max,
  ]

  private func open(_ path: String) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path), model: KeyRangeTests.model, ordinals: ["First": 0, "Second": 1])
  }

  // The rows of a range as the index finds them, without those with other keys.
  private func found(_ store: SampleStore, _ table: Int, _ range: ClosedRange<Int64>, most: Int = .max) throws -> [Int64]? {
    try store.session.keyRange(table, range, mostEntries: most, mostRows: .max)?.rows.filter { key in
      guard let row = try store.session.locate(table, key), let value = store.value(table, row, 0).integer else { return false }
      return range.contains(value)
    }
  }

  @Test("contain the rows that an array has: runs, scattered keys, and the limits of integers", arguments: 0..<4)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("key ranges: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let store = try open(folder.file("store"))
    // Rows by value.
    var rows: [[Int64: Int64]] = [[:], [:]]
    for write in 0..<6 {
      try store.session.beginWrite()
      for table in 0..<2 {
        var values: [Int64] = (0..<random.pick([0, 10, 200])).map { _ in .random(in: -3_000...3_000, using: &random) }
        values += (0..<20).map { _ in .random(in: .min ... .max, using: &random) }
        let start = Int64.random(in: -2_000...2_000, using: &random)
        values += start..<start + Int64(random.below(400))
        if write == 2 { values += KeyRangeTests.interesting }
        for value in values where rows[table][value] == nil { rows[table][value] = try store.insert(table, [.int(value)]) }
        for (value, key) in rows[table].sorted(by: { $0.key < $1.key }) where random.chance(10) {
          try store.session.delete(table, key)
          rows[table][value] = nil
        }
      }
      try store.session.commitWrite(sync: false)
      for _ in 0..<150 {
        let table = random.below(2)
        func bound() -> Int64 {
          switch random.below(3) {
          case 0: random.pick(KeyRangeTests.interesting)
          case 1: .random(in: -3_100...3_100, using: &random)
          default: rows[table].keys.sorted().randomElement(using: &random) ?? 0
          }
        }
        let (a, b) = (bound(), bound())
        let range = min(a, b)...max(a, b)
        guard let found = try found(store, table, range) else {
          #expect(UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound) >= UInt64(1) << 63 - 1, "seed \(seed)")
          continue
        }
        let expected: [Int64] = rows[table].filter { range.contains($0.key) }.map(\.value)
        #expect(found.sorted() == expected.sorted(), "seed \(seed), \(range)")
        #expect(Set(found).count == found.count, "seed \(seed), \(range)")
      }
    }
  }

  // The largest keys of a table as the index finds them.
  private func largest(_ store: SampleStore, _ table: Int, _ most: Int, entries: Int = .max) throws -> [Int64]? {
    try store.session.largestKeys(table, most, mostEntries: entries)?.map { row in
      let access = try #require(try store.session.locate(table, row))
      return try #require(store.value(table, access, 0).integer)
    }
  }

  @Test("the largest keys are those that an array has, also in a write: runs, scattered keys, deletions", arguments: 0..<4)
  func largest(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("largest keys: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let store = try open(folder.file("store"))
    var rows: [[Int64: Int64]] = [[:], [:]]
    func check(_ comment: Comment) throws {
      for table in 0..<2 {
        for most in [1, 3, 64, 5_000] {
          let expected = rows[table].keys.sorted(by: >).prefix(most)
          let found = try largest(store, table, most)
          // A negative key may stop the search, but must not make its result wrong.
          if found == nil { #expect(rows[table].keys.contains { $0 < 0 }, comment) }
          if let found { #expect(found == Array(expected), comment) }
        }
      }
    }
    for write in 0..<8 {
      try store.session.beginWrite()
      for table in 0..<2 {
        let lowest: Int64 = round == 3 && write == 5 ? -40 : 0
        var values: [Int64] = (0..<random.pick([0, 10, 200])).map { _ in .random(in: lowest...3_000, using: &random) }
        if random.chance(50) { values += (0..<3).map { _ in .random(in: 0 ... .max, using: &random) } }
        let start = Int64.random(in: 0...4_000, using: &random)
        values += start..<start + Int64(random.below(400))
        if write == 4 { values += KeyRangeTests.interesting.filter { $0 >= 0 } }
        for value in values where rows[table][value] == nil { rows[table][value] = try store.insert(table, [.int(value)]) }
        for (value, key) in rows[table].sorted(by: { $0.key > $1.key }).prefix(50) where random.chance(30) {
          try store.session.delete(table, key)
          rows[table][value] = nil
        }
      }
      try check("seed \(seed), in write \(write)")
      try store.session.commitWrite(sync: false)
      try check("seed \(seed), after write \(write)")
    }
  }

  @Test("the largest keys are not searched beyond the given number of entries")
  func largestLimits() throws {
    let folder = try TemporaryFolder()
    let store = try open(folder.file("store"))
    try store.session.beginWrite()
    for id in 0..<5_000 as Range<Int64> { try store.insert(0, [.int(id)]) }
    for id in 0..<100 as Range<Int64> { try store.insert(1, [.int(id * 1_000)]) }
    try store.session.commitWrite(sync: false)
    #expect(try largest(store, 0, 3, entries: 101) == [4_999, 4_998, 4_997])
    #expect(try largest(store, 0, 10_000, entries: 101)?.count == 5_000)
    #expect(try largest(store, 1, 2, entries: 3) == [99_000, 98_000])
    #expect(try largest(store, 1, 100, entries: 10) == nil)
    #expect(try largest(store, 1, 100, entries: 101)?.count == 100)
  }

  @Test("a range of ascending keys reads one entry, and a range of too many rows or entries returns nil")
  func limits() throws {
    let folder = try TemporaryFolder()
    let store = try open(folder.file("store"))
    try store.session.beginWrite()
    for id in 0..<5_000 as Range<Int64> { try store.insert(0, [.int(id)]) }
    for id in 0..<100 as Range<Int64> { try store.insert(1, [.int(id * 1_000)]) }
    try store.session.commitWrite(sync: false)
    let run = try #require(try store.session.keyRange(0, 1_000...1_099, mostEntries: 1, mostRows: 100))
    #expect(run.rows == Array(1_000..<1_100))
    #expect(try store.session.keyRange(0, 1_000...1_100, mostEntries: 1, mostRows: 100)?.rows == nil)
    #expect(try found(store, 1, 5_000...15_000) == Array(5...15))
    #expect(try found(store, 1, 5_000...15_000, most: 10) == nil)
    #expect(try store.session.keyRange(0, .min ... .max, mostEntries: .max, mostRows: .max)?.rows == nil)
  }
}
