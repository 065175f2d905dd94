import AshlarSchema

/// The stored description of a cluster's columns. A cluster's header contains the number of the layout in which the cluster was written.
struct StoredLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    /// The column's number in the table, which is never reused.
    var number: UInt16
    var layout: ColumnLayout
    /// Whether nil means the zero value: the column became required after clusters of this layout were written.
    var nilIsZero = false
  }

  /// The layout's number. A table's layouts are numbered from 1 in creation order.
  var number: UInt32
  /// The columns, in ascending order of their numbers.
  var columns: [Column]

  /// Creates the layout of columns with these numbers.
  init(number: UInt32, _ columns: [ColumnLayout], numbers: [UInt16]) {
    self.number = number
    self.columns = zip(numbers, columns).map { Column(number: $0, layout: $1) }.ordered { $0.number < $1.number }
  }

  init(number: UInt32, columns: [Column]) {
    self.number = number
    self.columns = columns
  }

  /// Returns whether clusters of both layouts have the same format.
  func isSame(as other: StoredLayout) -> Bool { columns == other.columns }

  /// Returns the offsets of the columns, which keep their stored order.
  func layout(shift: Int) -> TableLayout {
    TableLayout(columns.map(\.layout), numbers: columns.map(\.number), shift: shift, primaryKey: nil)
  }
}
