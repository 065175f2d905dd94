import AshlarSchema

/// The columns of a cluster as a file describes them. A cluster says in its header by which layout of its table it was written.
struct StoredLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    /// Its number in the table, which no other column ever gets.
    var number: UInt16
    var layout: ColumnLayout
    /// Whether nil stands for the zero value: the column was required since clusters of this layout were written.
    var nilIsZero = false
  }

  /// Ascending in the order in which a table got its layouts, from 1 on.
  var number: UInt32
  /// Ascending by number.
  var columns: [Column]

  /// The layout of columns with these numbers.
  init(number: UInt32, _ columns: [ColumnLayout], numbers: [UInt16]) {
    self.number = number
    self.columns = zip(numbers, columns).map { Column(number: $0, layout: $1) }.ordered { $0.number < $1.number }
  }

  init(number: UInt32, columns: [Column]) {
    self.number = number
    self.columns = columns
  }

  /// Whether clusters of both lie alike.
  func isSame(as other: StoredLayout) -> Bool { columns == other.columns }

  /// Where the columns lie, in their order here.
  func layout(shift: Int) -> TableLayout {
    TableLayout(columns.map(\.layout), numbers: columns.map(\.number), shift: shift, primaryKey: nil)
  }
}
