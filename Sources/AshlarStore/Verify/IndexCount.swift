import AshlarSchema

/// Counts the rows in the indexes of a file, compares the counts with the numbers of rows in the tables, and finds values of unique columns
/// that several rows have. If two writers did not exclude each other, the file may contain indexes from one and rows from the other.
struct IndexCount {
  private static let rowSize = 8
  private static let runSize = 12

  private var keys: [UInt32: Int64] = [:]
  // The rows in posting lists, by table and column.
  private var postings: [UInt64: Int64] = [:]
  // The unique columns, in the same form, with whether the value nil may have several rows.
  private let unique: [UInt64: UniqueColumn]
  // The first value found that several rows have although its column is unique.
  private var repeated: (column: UInt64, rows: Int)?

  private struct UniqueColumn {
    let permitsNils: Bool
    let isText: Bool
  }

  /// - Parameter catalog: The catalog of the file; nil if it has none.
  init(_ catalog: Catalog?) {
    var unique: [UInt64: UniqueColumn] = [:]
    for table in catalog?.tables ?? [] {
      guard let entity = catalog?.schema.entity(named: table.name) else { continue }
      for (name, rule) in entity.uniqueColumns {
        guard let number = table.number(of: name), let column = entity.column(storedAs: name) else { continue }
        unique[UInt64(table.id) << 16 | UInt64(number)] = UniqueColumn(permitsNils: !rule.nilCounts, isText: column.type == .string)
      }
    }
    self.unique = unique
  }

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
    let column = key.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    postings[column, default: 0] += Int64(value.loadUnaligned(as: UInt16.self))
    guard repeated == nil, let rule = unique[column], PostingBlock.bound(key) == PostingBlock.openBound,
      let block = PostingBlock(value, isOpen: true), block.before + block.count > 1
    else { return }
    let indexed = Array(key[6..<key.count - 8])
    // The texts of a cut value may differ; only the rows state them.
    if rule.permitsNils && indexed == IndexedValue.null || rule.isText && IndexedValue.isCut(indexed) { return }
    repeated = (column, block.before + block.count)
  }

  /// Returns a description of the first mismatch; nil if there is none.
  func fault(_ catalog: Catalog, _ counters: Counters) -> String? {
    if let repeated, let table = catalog.tables.first(where: { $0.id == UInt32(truncatingIfNeeded: repeated.column >> 16) }) {
      return "\(repeated.rows) rows of table '\(table.name)' have one value in column \(repeated.column & 0xFFFF), which is unique"
    }
    for table in catalog.tables {
      let rows = counters.entry(table.id)?.liveCount ?? 0
      let found = keys[table.id] ?? 0
      if found != rows, catalog.schema.entity(named: table.name)?.keyColumns.isEmpty == false {
        return "table '\(table.name)' has \(rows) rows, and its index of primary keys \(found)"
      }
      for (column, found) in postings where UInt32(truncatingIfNeeded: column >> 16) == table.id && found != rows {
        return "table '\(table.name)' has \(rows) rows, and the index of its column \(column & 0xFFFF) has \(found)"
      }
    }
    return nil
  }
}
