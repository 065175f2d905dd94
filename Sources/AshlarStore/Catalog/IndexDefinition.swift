/// An index of a table, other than that of the primary key, and the columns that its keys contain.
struct IndexDefinition: Hashable {
  /// The number that follows the table's number in the index's keys. For a single-column index, it is the column's number in the file.
  let number: UInt16
  /// The ordinals of the columns, in order of significance.
  let parts: [Int]
  /// The bits of the columns in masks of changed columns. If no column of the index is written, a row's entries are unchanged.
  let mask: UInt64

  /// Creates an index of one column.
  init(of column: Int, _ table: TableDefinition) {
    number = table.columnIds[column]
    parts = [column]
    mask = 1 << UInt64(column & 63)
  }

  /// The column of a single-column index; nil for a composite index.
  var column: Int? { parts.count == 1 ? parts[0] : nil }
}
