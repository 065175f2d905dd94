import AshlarSchema

extension Catalog {
  /// A table of a file.
  struct Table: Hashable, Sendable {
    struct Column: Hashable, Sendable {
      /// The column's number in the file, which is never reused.
      var number: UInt16
      var name: String
    }

    var id: UInt32
    var name: String
    /// The base-2 logarithm of the number of rows in a full cluster. It never changes.
    var shift: Int
    /// The number of the next new column.
    var nextColumn: UInt16
    /// The columns, ascending by number.
    var columns: [Column]
    /// The layouts, ascending by number; clusters are written in the last layout.
    var layouts: [StoredLayout]
    /// By column number, the value of rows whose layout lacks the column. If there is no entry, all bytes of the value are zero.
    var fills: [UInt16: ColumnFill] = [:]
    /// The extensions of the table's record, by kind.
    var extensions: [UInt16: [UInt8]] = [:]

    /// The layout in which clusters are written.
    var layout: StoredLayout { layouts[layouts.count - 1] }

    /// Removes all layouts except the newest and those with these numbers, and the fills of columns that all remaining layouts contain.
    mutating func keepLayouts(_ numbers: Set<UInt32>) {
      let newest = layout.number
      layouts.removeAll { $0.number != newest && !numbers.contains($0.number) }
      let layouts = layouts
      fills = fills.filter { number, _ in !layouts.allSatisfy { $0.columns.contains { $0.number == number } } }
    }

    /// The column numbers by name.
    var columnNumbers: [String: UInt16] { Dictionary(columns.map { ($0.name, $0.number) }) { first, _ in first } }

    /// Returns the number of a column; nil if there is no column with this name.
    func number(of name: String) -> UInt16? { columns.first { $0.name == name }?.number }
  }
}

extension Catalog.Table {
  /// Creates a table for a type in stored form.
  init(id: UInt32, _ entity: EntityModel, in schema: SchemaModel) {
    let layouts = Catalog.columnLayouts(entity, in: schema)
    let names = entity.columns.map(\.storedName)
    let order = positionsInByteOrder(names)
    var numbers = [UInt16](repeating: 0, count: names.count)
    for (number, ordinal) in order.enumerated() { numbers[ordinal] = UInt16(number) }
    self.init(
      id: id, name: entity.storedName, shift: TableLayout.shift(of: layouts), nextColumn: UInt16(names.count),
      columns: order.map { Column(number: numbers[$0], name: names[$0]) },
      layouts: [StoredLayout(number: 1, layouts, numbers: numbers)])
    _ = adoptIndexes(of: entity, layouts, judgedBefore: [:], [])
  }
}
