import AshlarSchema

/// Counts the rows in the indexes of a file, compares the counts with the numbers of rows in the tables, and finds values of unique indexes
/// that several rows have. If two writers did not exclude each other, the file may contain indexes from one and rows from the other.
struct IndexCount {
  private static let rowSize = 8
  private static let runSize = 12

  private var keys: [UInt32: Int64] = [:]
  // The numbers of rows in posting lists, by the id of the table and the number of the column, or of the index of several columns.
  private var postings: [UInt64: Int64] = [:]
  // The sizes of the posting lists and their keys, in the same form.
  private var sizes: [UInt64: UInt64] = [:]
  // The unique indexes, in the same form.
  private let unique: [UInt64: UniqueIndex]
  // The first value found that several rows have and that a unique rule covers.
  private var repeated: (index: UInt64, rows: Int)?

  private struct UniqueIndex {
    let rules: [UniqueParts]
    let columns: [ColumnLayout]
  }

  /// - Parameter catalog: The catalog of the file; nil if it has none.
  init(_ catalog: Catalog?) {
    var unique: [UInt64: UniqueIndex] = [:]
    for table in catalog?.tables ?? [] {
      guard let entity = catalog?.schema.entity(named: table.name) else { continue }
      let layouts = Dictionary(table.layout.columns.map { ($0.number, $0.layout) }) { first, _ in first }
      for (name, rule) in entity.uniqueColumns {
        guard let number = table.number(of: name), let layout = layouts[number] else { continue }
        unique[IndexCount.place(table, number)] = UniqueIndex(rules: [UniqueParts(rule)], columns: [layout])
      }
      guard let indexes = table.indexes?.list else { continue }
      let judged = entity.uniqueParts(table.columnNumbers)
      for index in indexes {
        if let rules = judged[index.columns] {
          unique[IndexCount.place(table, index.number)] = UniqueIndex(rules: rules, columns: index.columns.compactMap { layouts[$0] })
        }
      }
    }
    self.unique = unique
  }

  private static func place(_ table: Catalog.Table, _ number: UInt16) -> UInt64 { UInt64(table.id) << 16 | UInt64(number) }

  /// Counts the rows of an entry of the primary key index.
  mutating func addKeys(_ value: UnsafeRawBufferPointer) {
    if value.count == IndexCount.runSize {
      keys[IndexCount.table(value, 0), default: 0] += Int64(value.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
      return
    }
    for place in 0..<value.count / IndexCount.rowSize { keys[IndexCount.table(value, place), default: 0] += 1 }
  }

  private static func table(_ value: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: value.loadUnaligned(fromByteOffset: place * rowSize, as: UInt64.self) >> 40)
  }

  /// Counts the rows of a block of posting lists that has been checked.
  mutating func addPostings(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    guard key.count >= 6, value.count >= 2 else { return }
    let index = IndexCount.index(key)
    postings[index, default: 0] += Int64(value.loadUnaligned(as: UInt16.self))
    guard repeated == nil, let judged = unique[index], PostingBlock.bound(key) == PostingBlock.openBound,
      let block = PostingBlock(value, isOpen: true), block.before + block.count > 1
    else { return }
    let indexed = Array(key[6..<key.count - 8])
    guard let parts = IndexedTuple.parts(of: indexed, judged.columns) else { return }
    // The texts of a cut value may differ after the cut; only the rows contain them in full.
    if parts.contains(where: \.isCut) || !judged.rules.contains(where: { $0.concerns(indexed, parts.map(\.range)) }) { return }
    repeated = (index, block.before + block.count)
  }

  // Returns the table and the number in a key of at least 6 bytes.
  private static func index(_ key: UnsafeRawBufferPointer) -> UInt64 { key.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }

  /// Adds the size of an entry of the posting lists to that of its index.
  mutating func addSize(_ key: UnsafeRawBufferPointer, _ valueSize: Int) {
    if key.count >= 6 { sizes[IndexCount.index(key), default: 0] += UInt64(key.count + valueSize) }
  }

  /// Returns the size in bytes of the posting lists of an index, with their keys.
  func size(_ table: Catalog.Table, _ number: UInt16) -> UInt64 { sizes[IndexCount.place(table, number)] ?? 0 }

  /// Returns a description of the first mismatch; nil if there is none.
  func fault(_ catalog: Catalog, _ counters: Counters) -> String? {
    if let repeated, let table = catalog.tables.first(where: { $0.id == UInt32(truncatingIfNeeded: repeated.index >> 16) }) {
      let number = repeated.index & 0xFFFF
      return Int(number) < TableExtension.columnLimit || table.indexes == nil
        ? "\(repeated.rows) rows of table '\(table.name)' have one value in column \(number), which is unique"
        : "\(repeated.rows) rows of table '\(table.name)' have the same values in its index \(number), which is unique"
    }
    for table in catalog.tables {
      let rows = counters.entry(table.id)?.liveCount ?? 0
      let found = keys[table.id] ?? 0
      if found != rows, catalog.schema.entity(named: table.name)?.keyColumns.isEmpty == false {
        return "table '\(table.name)' has \(rows) rows, and its index of primary keys \(found)"
      }
      let several = table.indexes?.list.map(\.number)
      for number in several ?? [] {
        let found = postings[IndexCount.place(table, number)] ?? 0
        if found != rows { return "table '\(table.name)' has \(rows) rows, and its index \(number) has \(found)" }
      }
      for (index, found) in postings where UInt32(truncatingIfNeeded: index >> 16) == table.id {
        let number = UInt16(truncatingIfNeeded: index)
        if let several, Int(number) >= TableExtension.columnLimit {
          if !several.contains(number) { return "table '\(table.name)' has entries of an index \(number), which it does not list" }
        } else if found != rows {
          return "table '\(table.name)' has \(rows) rows, and the index of its column \(number) has \(found)"
        }
      }
    }
    return nil
  }
}
