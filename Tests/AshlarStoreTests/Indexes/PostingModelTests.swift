import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// How many rows have an indexed value, and which: the index against a dictionary, and against `verify`.
@Suite("Indexes as sessions see them", .blocking)
struct PostingModelTests {
  private static let model = SchemaModel(
    name: "Postings", version: 1,
    entities: [
      EntityModel(
        name: "Row",
        properties: [
          PropertyModel(name: "group", type: .int, isIndexed: true),
          PropertyModel(name: "name", type: .string, isOptional: true, isIndexed: true),
          PropertyModel(name: "note", type: .string),
        ])
    ])

  private static let groups = 0..<6 as Range<Int64>
  // Short; of as many bytes as a key of 16; one whose block is too large to lie beside its key; and nil.
  private static let names: [String?] = [nil, "", "ten letters", String(repeating: "x", count: 200), String(repeating: "y", count: 900)]

  private struct Row: Equatable {
    var group: Int64
    /// Its place in `names`.
    var name = 0
  }

  /// A file with its rows as they should be.
  private final class Opened {
    let path: String
    let store: SampleStore
    var rows: [Int64: Row]
    let columns: (group: Int, name: Int, note: Int)

    init(_ path: String, rows: [Int64: Row] = [:]) throws {
      self.path = path
      self.rows = rows
      store = try SampleStore(EnvironmentRegistry.open(path: path), model: PostingModelTests.model, ordinals: ["Row": 0])
      let names = try #require(store.session.table(0)).entity.properties.map(\.name)
      columns = (
        try #require(names.firstIndex(of: "group")), try #require(names.firstIndex(of: "name")), try #require(names.firstIndex(of: "note"))
      )
    }

    func write(_ body: () throws -> Void) throws {
      try store.session.beginWrite()
      try body()
      try store.session.commitWrite(sync: false)
    }

    @discardableResult
    func insert(_ row: Row) throws -> Int64 {
      var cells = [CellValue](repeating: .text("note"), count: 3)
      cells[columns.group] = .int(row.group)
      cells[columns.name] = PostingModelTests.names[row.name].map(CellValue.text) ?? .null
      let key = try store.insert(0, cells)
      rows[key] = row
      return key
    }

    func set(_ key: Int64, _ row: Row) throws {
      try store.set(0, key, columns.group, .int(row.group))
      try store.set(0, key, columns.name, PostingModelTests.names[row.name].map(CellValue.text) ?? .null)
      rows[key] = row
    }

    func delete(_ key: Int64) throws {
      try store.session.delete(0, key)
      rows[key] = nil
    }

    /// Counts and rows of all values, as far as the index answers.
    func expectSame(_ place: Comment) throws {
      guard store.session.canSearchIndex(0, columns.group) else { return }
      let keys = rows.keys.sorted()
      let (byGroup, byName) = (Dictionary(grouping: keys) { rows[$0]?.group }, Dictionary(grouping: keys) { rows[$0]?.name })
      for group in PostingModelTests.groups { try expect(columns.group, IndexedValue.integer(group), byGroup[group] ?? [], place) }
      for (number, name) in PostingModelTests.names.enumerated() {
        let value = name.map { Array($0.utf8).withUnsafeBytes(IndexedValue.text) } ?? IndexedValue.null
        try expect(columns.name, value, byName[number] ?? [], place)
      }
    }

    func count(_ group: Int64) throws -> Int { try count(columns.group, IndexedValue.integer(group)) }

    private func count(_ column: Int, _ value: [UInt8]) throws -> Int {
      try store.session.indexedCount(0, column) { buffer in
        buffer.copyBytes(from: value)
        return value.count
      }
    }

    private func expect(_ column: Int, _ value: [UInt8], _ keys: [Int64], _ place: Comment) throws {
      #expect(try count(column, value) == keys.count, place)
      let found = try store.session.indexedRows(0, column) { buffer in
        buffer.copyBytes(from: value)
        return value.count
      }
      #expect(found == keys, place)
    }

    /// Keys and rows in front of the open block, block by block.
    func blocks() throws -> [(bound: UInt64, count: Int, before: Int)] {
      var found: [(bound: UInt64, count: Int, before: Int)] = []
      let prefix = ColumnPrefix.bytes(
        table: try #require(store.session.table(0)).id, column: try #require(store.session.table(0)).columnIds[columns.group])
      try store.session.shared.snapshot.scan(.postings, prefix: prefix, from: nil) { key, value in
        let bound = PostingBlock.bound(key)
        guard let block = PostingBlock(value, isOpen: bound == PostingBlock.openBound) else { return false }
        found.append((bound, block.count, block.before))
        return true
      }
      return found
    }

    func verify() throws { _ = try FileInspection.read(path, checksums: true) }
  }

  @Test("counts, rows and the whole file are right after every commit", arguments: [1, 2, 3] as [UInt64])
  func random(_ seed: UInt64) throws {
    print("postings: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var opened = try Opened(folder.file("store"))
    var (mostBlocks, emptied) = (0, Set<Int64>())
    for round in 0..<36 {
      func row() -> Row {
        Row(
          group: random.once(in: 2) ? 0 : Int64.random(in: PostingModelTests.groups, using: &random),
          name: Int.random(in: PostingModelTests.names.indices, using: &random))
      }
      let before = opened.rows
      let keys = before.keys.sorted()
      let kind = round == 0 ? 0 : Int.random(in: 0..<8, using: &random)
      try opened.store.session.beginWrite()
      switch kind {
      case 0: for _ in 0..<Int.random(in: 1500...2500, using: &random) { try opened.insert(row()) }
      case 1, 2: try opened.insert(row())
      case 3: for key in keys.shuffled(using: &random).prefix(Int.random(in: 1...300, using: &random)) { try opened.set(key, row()) }
      case 4:
        let start = Int.random(in: 0...keys.count, using: &random)
        for key in keys[start...].prefix(Int.random(in: 1...1500, using: &random)) { try opened.delete(key) }
      case 5:
        // A value that nothing has any more, or a new one.
        let group = Int64.random(in: PostingModelTests.groups, using: &random)
        for key in keys where opened.rows[key]?.group == group { try opened.delete(key) }
        emptied.insert(group)
      case 6: if let key = keys.randomElement(using: &random) { try opened.set(key, row()) }
      default:
        for _ in 0..<40 {
          try opened.insert(row())
          if let key = keys.randomElement(using: &random), opened.rows[key] != nil {
            if random.once(in: 2) { try opened.delete(key) } else { try opened.set(key, row()) }
          }
        }
      }
      try opened.expectSame("within write \(round) of kind \(kind), seed \(seed)")
      if random.once(in: 6) {
        opened.store.session.cancelWrite()
        opened.rows = before
      } else {
        try opened.store.session.commitWrite(sync: false)
      }
      try opened.expectSame("after write \(round) of kind \(kind), seed \(seed)")
      try opened.verify()
      if random.once(in: 10) { opened = try Opened(folder.file("store"), rows: opened.rows) }
      mostBlocks = max(mostBlocks, try opened.blocks().count)
    }
    #expect(mostBlocks > PostingModelTests.groups.count && emptied.count > 1, "seed \(seed)")
    try opened.write { for key in opened.rows.keys.sorted() { try opened.delete(key) } }
    #expect(try opened.blocks().isEmpty, "seed \(seed)")
    try opened.verify()
  }

  @Test("rows of one value in several blocks: the open one loses its rows, gets one again, and is left alone")
  func openBlock() throws {
    let folder = try TemporaryFolder()
    let opened = try Opened(folder.file("store"))
    func expect(_ count: Int, closed: [Int], open: Int, _ comment: Comment) throws {
      #expect(try opened.count(0) == count, comment)
      let blocks = try opened.blocks()
      #expect(blocks.dropLast().map(\.count) == closed && blocks.last?.count == open && blocks.last?.before == closed.reduce(0, +), comment)
      #expect(blocks.last?.bound == PostingBlock.openBound, comment)
      try opened.expectSame(comment)
      try opened.verify()
    }
    try opened.write { for _ in 0..<2000 { try opened.insert(Row(group: 0)) } }
    try expect(2000, closed: [960, 960], open: 80, "made at once")
    try opened.write { for key in 1920..<2000 as Range<Int64> { try opened.delete(key) } }
    try expect(1920, closed: [960, 960], open: 0, "the open block's rows are gone")
    try opened.write { try opened.delete(7) }
    try expect(1919, closed: [959, 960], open: 0, "a row of a closed block is gone")
    let last = opened.rows.keys.max() ?? 0
    try opened.write { try opened.insert(Row(group: 0)) }
    try expect(1920, closed: [959, 960], open: 1, "one came behind \(last)")
    try opened.write { try opened.insert(Row(group: 0)) }
    try expect(1921, closed: [959, 960], open: 2, "and another")
    try opened.write { for key in 0..<1920 as Range<Int64> where key != 7 { try opened.delete(key) } }
    try expect(2, closed: [], open: 2, "only the open block is left")
    try opened.write { for key in opened.rows.keys.sorted() { try opened.delete(key) } }
    #expect(try opened.count(0) == 0 && opened.blocks().isEmpty)
    try opened.write { try opened.insert(Row(group: 0)) }
    try expect(1, closed: [], open: 1, "the value is back")
  }

  @Test("rows that come one by one fill blocks, and each is counted")
  func oneByOne() throws {
    let folder = try TemporaryFolder()
    let opened = try Opened(folder.file("store"))
    for count in 1...1930 {
      try opened.write { try opened.insert(Row(group: 3)) }
      #expect(try opened.count(3) == count)
    }
    #expect(try opened.blocks().map(\.count) == [960, 960, 10])
    try opened.expectSame("one by one")
    try opened.verify()
  }

  @Test("a list whose number of rows is not that of its blocks is an error for who reads it")
  func wrongNumber() throws {
    let folder = try TemporaryFolder()
    let opened = try Opened(folder.file("store"))
    try opened.write { for _ in 0..<1000 { try opened.insert(Row(group: 0)) } }
    let table = try #require(opened.store.session.table(0))
    let prefix = ColumnPrefix.bytes(table: table.id, column: table.columnIds[opened.columns.group]) + IndexedValue.integer(0)
    func rows() throws -> [Int64] {
      try opened.store.session.advance()
      return try opened.store.session.indexedRows(0, opened.columns.group) { buffer in
        buffer.copyBytes(from: IndexedValue.integer(0))
        return 9
      }
    }
    #expect(try rows().count == 1000)
    func put(_ block: [UInt8]?) throws {
      try opened.store.session.engine.lockForWriting()
      try opened.store.session.engine.commit(sync: false) { writer in
        try PostingBlock.key(prefix, bound: PostingBlock.openBound).withUnsafeBytes { key in
          if let block { try block.withUnsafeBytes { try writer.put(.postings, key, $0) } } else { try writer.remove(.postings, key) }
        }
      }
      opened.store.session.engine.unlockForWriting()
    }
    let path = opened.path
    // 959 rows before, and one of its own.
    try put([1, 0, 0xE7, 3, 0, 0, 0, 0, 0xBF, 7, 0xE7, 7])
    #expect(throws: PostingBlock.damage(path)) { try rows() }
    try put(nil)
    #expect(throws: PostingBlock.damage(path)) { try rows() }
    try put([1, 0, 0xE7, 3, 0, 0, 0, 0, 0xC0, 7, 0xE7, 7])
    #expect(try rows().count == 961 && opened.count(0) == 961)
  }
}
