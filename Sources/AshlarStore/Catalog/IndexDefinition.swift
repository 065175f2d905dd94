/// An index of a table besides that of its primary key: of which columns its keys are made.
struct IndexDefinition: Hashable {
  /// What follows the table's number in the keys of its entries. Of an index of one column it is the column's id in the file.
  let number: UInt16
  /// Ordinals of the columns, in the order in which their values decide.
  let parts: [Int]
  /// The bits of the columns: a row that stores to none of them keeps its entries.
  let mask: UInt64

  /// The index of one column.
  init(of column: Int, _ table: TableDefinition) {
    number = table.columnIds[column]
    parts = [column]
    mask = 1 << UInt64(column & 63)
  }

  /// The column of an index that has one; nil where there are several.
  var column: Int? { parts.count == 1 ? parts[0] : nil }
}
