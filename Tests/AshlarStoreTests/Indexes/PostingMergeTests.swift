import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("What a commit changes in posting lists", .blocking)
struct PostingMergeTests {
  @Test("rows are merged in order, added where they belong and removed where they are", arguments: 0..<20 as Range<UInt64>)
  func merge(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let span = Int64.random(in: 1...2000, using: &random)
      func some(_ count: Int) -> Set<Int64> { Set((0..<count).map { _ in Int64.random(in: 0..<span, using: &random) }) }
      let stored = some(Int.random(in: 0..<900, using: &random))
      let removed = stored.intersection(some(400))
      let added = some(Int.random(in: 0..<400, using: &random)).subtracting(stored)
      var result: [Int64] = [7]
      PostingMerge.merge(stored.sorted(), adding: added.sorted()[...], removing: removed.sorted()[...], into: &result)
      #expect(result == stored.subtracting(removed).union(added).sorted(), "seed \(seed)")
    }
  }

  /// The blocks of one value in a file in memory, and the rows that they should hold.
  private struct List {
    private static let prefix: [UInt8] = ColumnPrefix.bytes(table: 1, column: 2) + IndexedValue.integer(77)
    // Lists of others, on both sides.
    private static let neighbours = [76, 78].map { ColumnPrefix.bytes(table: 1, column: 2) + IndexedValue.integer($0) }

    private let engine: any StorageEngine
    private(set) var rows: Set<Int64> = []
    private var sums = EntrySums()
    private var merge = PostingMerge(path: "x")

    init() throws {
      engine = try EnvironmentRegistry.openInMemory(identifier: "postings \(UUID().uuidString)")
      for prefix in List.neighbours { try write([5], [], prefix) }
    }

    mutating func change(add added: some Sequence<Int64>, remove removed: some Sequence<Int64>) throws {
      let (gained, lost) = (Set(added).subtracting(rows), rows.intersection(removed))
      try write(gained, lost, List.prefix)
      rows = rows.subtracting(lost).union(gained)
    }

    private mutating func write(_ gained: Set<Int64>, _ lost: Set<Int64>, _ prefix: [UInt8]) throws {
      var changes = LinkChanges()
      for row in gained.union(lost).sorted() { changes.add(target: 0, source: row, isGained: gained.contains(row)) }
      changes.sort()
      changes.withSorted { merge.take($0, 0..<$0.count) }
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      let snapshot = try engine.snapshot()
      try engine.commit(sync: false) { writer in try merge.write(prefix, to: writer, reading: snapshot, &sums) }
    }

    /// Sizes of the list's blocks.
    func check(_ place: Comment) throws -> [Int] {
      var check = PostingCheck()
      var found: [Int64] = []
      var sizes: [Int] = []
      var total: Int?
      var added = EntrySums()
      try engine.snapshot().scan(.postings, prefix: [], from: nil) { key, value in
        added.add(.postings, key, value)
        let isAccepted = check.accepts(key, value)
        #expect(isAccepted, place)
        guard List.prefix.withUnsafeBytes({ PostingBlock.isKey(key, of: $0) }) else { return true }
        let isOpen = PostingBlock.bound(key) == PostingBlock.openBound
        guard let block = PostingBlock(value, isOpen: isOpen) else { return false }
        #expect(block.read(into: &found), place)
        if isOpen { total = block.before + block.count }
        sizes.append(value.count)
        return true
      }
      #expect(check.isComplete, place)
      #expect(found == rows.sorted(), place)
      #expect(total == (rows.isEmpty ? nil : rows.count), place)
      #expect(added == sums, place)
      return sizes
    }
  }

  private static let spans: [Int64] = [1200, 8000, 300_000, 50_000_000, Counters.keyLimit]

  @Test("after random changes the blocks hold the rows, and the open one says how many", arguments: 0..<5 as Range<UInt64>)
  func blocks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let span = PostingMergeTests.spans[Int(seed) % 5]
    var list = try List()
    var (mostBlocks, emptied) = (0, 0)
    for round in 0..<40 {
      let known = list.rows.sorted()
      func some(_ count: Int) -> [Int64] { (0..<count).map { _ in Int64.random(in: 0..<span, using: &random) } }
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try list.change(add: some(3000), remove: [])
      case 1, 2: try list.change(add: some(1), remove: [])
      case 3: try list.change(add: some(300), remove: known.shuffled(using: &random).prefix(300))
      case 4:
        // Neighbours, so that whole blocks go.
        let start = Int.random(in: 0...known.count, using: &random)
        try list.change(add: [], remove: known[start...].prefix(2000))
      case 5: try list.change(add: [], remove: known.suffix(Int.random(in: 1...1000, using: &random)))
      case 6: try list.change(add: ((known.last ?? 0)..<span).prefix(Int.random(in: 1...40, using: &random)), remove: known.prefix(1))
      case 7: try list.change(add: [], remove: known.shuffled(using: &random).prefix(1))
      default:
        guard random.once(in: 4) else { continue }
        try list.change(add: [], remove: known)
        emptied += 1
      }
      mostBlocks = max(mostBlocks, try list.check("seed \(seed), round \(round)").count)
    }
    #expect(mostBlocks > (span < 2000 ? 1 : 2), "seed \(seed)")
  }

  @Test("an open block that is full stays within its size when the number of rows before it gets longer")
  func longerNumber() throws {
    var wasFull = false
    for open in 626...640 as ClosedRange<Int64> {
      var list = try List()
      // One closed block, then 3 bytes a row.
      try list.change(add: (0..<961).map { 2 * $0 }, remove: [])
      try list.change(add: (1..<open).map { 3000 + 20_000 * $0 }, remove: [])
      try list.change(add: [], remove: list.rows.sorted().prefix(833))
      let sizes = try list.check("\(open) rows")
      if sizes.count == 2, sizes[1] + 6 > PostingBlock.sizeLimit { wasFull = true }
      // From 127 rows to 128.
      try list.change(add: [1901], remove: [])
      #expect(try list.check("\(open) rows, one more before them").allSatisfy { $0 <= PostingBlock.sizeLimit })
    }
    #expect(wasFull)
  }

  @Test("each short value has the number that it got first", arguments: 0..<6 as Range<UInt64>)
  func shortValues(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var values = ShortValues()
    var expected: [[UInt64]: Int] = [:]
    let span: UInt64 = [3, 1000, .max][Int(seed) % 3]
    for _ in 0..<5000 {
      let (low, high) = (UInt64.random(in: 0..<span, using: &random), random.once(in: 2) ? 0 : UInt64.random(in: 0..<span, using: &random))
      let next = expected.count
      let number = expected[[low, high]] ?? next
      expected[[low, high]] = number
      #expect(values.number(of: ShortValues.Value(low: low, high: high), orAdd: next) == number, "seed \(seed)")
    }
  }

  @Test("null has rows of its own beside the UUID whose bytes are those of null in a table of short values")
  func nullBesideBytes() throws {
    let model = SchemaModel(
      name: "Nulls", version: 1,
      entities: [
        EntityModel(
          name: "Row",
          properties: [
            PropertyModel(name: "id", type: .int, isPrimaryKey: true),
            PropertyModel(name: "code", type: .uuid, isOptional: true, isIndexed: true),
          ])
      ])
    let folder = try TemporaryFolder()
    let store = try SampleStore(EnvironmentRegistry.open(path: folder.file("store")), model: model, ordinals: ["Row": 0])
    let code = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)
    func rows(_ value: [UInt8]) throws -> [Int64] {
      try store.session.indexedRows(0, 1) { buffer in
        buffer.copyBytes(from: value)
        return value.count
      }
    }
    try store.session.beginWrite()
    for id in Int64(0)..<4 { try store.insert(0, [.int(id), id % 2 == 0 ? .null : .bytes(code)]) }
    try store.session.commitWrite(sync: false)
    #expect(try rows(IndexedValue.null) == [0, 2])
    #expect(try rows(IndexedValue.id(code)) == [1, 3])
    try store.session.beginWrite()
    try store.set(0, 0, 1, .bytes(code))
    try store.session.commitWrite(sync: false)
    #expect(try rows(IndexedValue.null) == [2])
    #expect(try rows(IndexedValue.id(code)) == [0, 1, 3])
  }
}
