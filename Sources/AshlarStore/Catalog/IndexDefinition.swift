/// An index of a table, other than that of the primary key, and the columns that its keys contain.
struct IndexDefinition: Hashable {
  /// The number that follows the table's number in the index's keys. For a single-column index, it is the column's number in the file.
  let number: UInt16
  /// The ordinals of the columns, in order of significance.
  let parts: [Int]
  /// The bits of the columns in masks of changed columns. If no column of the index is written, a row's entries are unchanged.
  let mask: UInt64
  /// Whether a rule of the file permits several rows with one value.
  let uniqueness: Uniqueness

  /// Creates an index of one column.
  init(of column: Int, _ table: TableDefinition, _ uniqueness: Uniqueness = .none) {
    number = table.columnIds[column]
    parts = [column]
    mask = 1 << UInt64(column & 63)
    self.uniqueness = uniqueness
  }

  /// The column of a single-column index; nil for a composite index.
  var column: Int? { parts.count == 1 ? parts[0] : nil }
}

/// The effect of a unique rule on the values of an index.
enum Uniqueness {
  /// There is no rule: any number of rows may have a value.
  case none
  /// At most one row has a value; any number of rows may be nil.
  case values
  /// At most one row has a value, and at most one is nil.
  case valuesAndNil
}
