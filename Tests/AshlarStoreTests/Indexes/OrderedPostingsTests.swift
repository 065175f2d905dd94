import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Rows in the order of an index", .blocking)
struct OrderedPostingsTests {
  private static let model = SchemaModel(
    name: "Ordered", version: 1,
    entities: [
      EntityModel(
        name: "Row",
        properties: [PropertyModel(name: "number", type: .int, isOptional: true, isIndexed: true), PropertyModel(name: "note", type: .int)])
    ])
  // A value that more rows have than fit in one block.
  private static let frequent: Int64 = 3

  private struct Opened {
    let folder: TemporaryFolder
    let store: SampleStore
    let index: UInt16
    /// The rows by their value.
    var rows: [Int64?: [Int64]] = [:]
    var session: StoreSession { store.session }
    /// The values, ascending, nil first.
    var values: [Int64?] { rows.keys.sorted { a, b in b.map { b in a.map { $0 < b } ?? true } ?? false } }

    func encoded(_ value: Int64?) -> [UInt8] { value.map(IndexedValue.integer) ?? IndexedValue.null }
  }

  private func filled(_ seed: UInt64) throws -> Opened {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let store = try SampleStore(EnvironmentRegistry.open(path: folder.file("store")), model: Self.model, ordinals: ["Row": 0])
    let table = try #require(store.session.table(0))
    let column = try #require(table.entity.properties.firstIndex { $0.name == "number" })
    var opened = Opened(folder: folder, store: store, index: table.columnIds[column])
    try store.session.beginWrite()
    for _ in 0..<6_000 {
      let value: Int64? = random.once(in: 2) ? Self.frequent : random.once(in: 9) ? nil : Int64(random.below(40)) - 20
      let cells: [CellValue] = [value.map(CellValue.int) ?? .null, .int(0)]
      opened.rows[value, default: []].append(try store.insert(0, column == 0 ? cells : cells.reversed()))
    }
    try store.session.commitWrite(sync: false)
    return opened
  }

  private func read(_ opened: Opened, _ low: [UInt8], _ high: [UInt8], isDescending: Bool, most: Int = .max) throws -> [Int64] {
    var found: [Int64] = []
    try opened.session.forEachOrdered(0, index: opened.index, from: low, upTo: high, isDescending: isDescending) { _, rows in
      found += rows
      return found.count < most
    }
    return found
  }

  @Test("are those of the values in the range, in both directions, and those of one value by their keys", arguments: [1 as UInt64, 2])
  func ranges(_ seed: UInt64) throws {
    let opened = try filled(seed)
    let values = opened.values
    var random = SeededGenerator(seed: seed + 100)
    for _ in 0..<60 {
      let first = random.below(values.count)
      let last = first + random.below(values.count - first)
      let range = values[first...last]
      // The range excludes its upper bound.
      let high = last + 1 < values.count ? opened.encoded(values[last + 1]) : [2]
      let low = opened.encoded(values[first])
      #expect(try read(opened, low, high, isDescending: false) == range.flatMap { opened.rows[$0] ?? [] })
      #expect(try read(opened, low, high, isDescending: true) == range.reversed().flatMap { opened.rows[$0] ?? [] })
    }
    #expect(try read(opened, [2], [3], isDescending: true).isEmpty)
    #expect(try read(opened, [1], [0], isDescending: true).isEmpty)
  }

  @Test("are passed with their value")
  func values() throws {
    let opened = try filled(3)
    for isDescending in [false, true] {
      var met: [[UInt8]] = []
      try opened.session.forEachOrdered(0, index: opened.index, from: [0], upTo: [2], isDescending: isDescending) { value, rows in
        if met.last.map({ !$0.elementsEqual(value) }) ?? true { met.append(Array(value)) }
        return true
      }
      let expected = opened.values.map { opened.encoded($0) }
      #expect(met == (isDescending ? expected.reversed() : expected))
    }
  }

  @Test("are read only as far as requested, even in a value with several blocks")
  func few() throws {
    let opened = try filled(4)
    let session = opened.session
    let frequent = opened.encoded(Self.frequent)
    let behind = frequent + [UInt8](repeating: 255, count: 9)
    #expect(opened.rows[Self.frequent].map { $0.count > 2 * PostingBlock.limit } == true)
    let (before, searches) = (session.visitedPostings, session.indexSearches)
    let found = try read(opened, frequent, behind, isDescending: true, most: 50)
    #expect(Array(found.prefix(50)) == opened.rows[Self.frequent].map { Array($0.prefix(50)) })
    #expect(session.visitedPostings - before == 1)
    #expect(session.indexSearches - searches == 2)
    _ = try read(opened, [1], [2], isDescending: true, most: 1)
    #expect(session.visitedPostings - before == 2)
    #expect(session.indexSearches - searches == 3)
  }

  @Test("do not include the changes of an open write")
  func openWrite() throws {
    let opened = try filled(5)
    let all = try read(opened, [0], [2], isDescending: true)
    try opened.session.beginWrite()
    try opened.session.delete(0, all[0])
    #expect(try read(opened, [0], [2], isDescending: true) == all)
    opened.session.cancelWrite()
  }

  @Test("of a value without an open block are reported as damage, not read in an endless loop")
  func damaged() throws {
    let opened = try filled(6)
    let table = try #require(opened.session.table(0))
    let key = ColumnPrefix.bytes(table: table.id, column: opened.index) + opened.encoded(Self.frequent)
    let engine = opened.session.engine
    try engine.lockForWriting()
    try engine.commit(sync: false) { writer in
      try PostingBlock.key(key, bound: PostingBlock.openBound).withUnsafeBytes { try writer.remove(.postings, $0) }
    }
    engine.unlockForWriting()
    _ = try opened.session.advance()
    #expect(throws: StoreError.self) { try read(opened, [0], [2], isDescending: true) }
  }
}
