import AshlarSchema

extension Catalog {
  /// A table of the file.
  struct Table: Hashable, Sendable {
    struct Column: Hashable, Sendable {
      /// Never given to another column.
      var number: UInt16
      var name: String
    }

    var id: UInt32
    var name: String
    /// log2 of the rows of a full cluster, for as long as there is the table.
    var shift: Int
    /// The number that the next new column gets.
    var nextColumn: UInt16
    /// Ascending by number.
    var columns: [Column]
    /// Ascending by number; clusters are written in the last.
    var layouts: [StoredLayout]
    /// By column number: what rows of layouts without the column hold. Zeros where there is no entry.
    var fills: [UInt16: ColumnFill] = [:]

    /// The layout in which clusters are written.
    var layout: StoredLayout { layouts[layouts.count - 1] }

    /// Forgets all layouts but the newest and those with these numbers, and what fills columns that all of the others have.
    mutating func keepLayouts(_ numbers: Set<UInt32>) {
      let newest = layout.number
      layouts.removeAll { $0.number != newest && !numbers.contains($0.number) }
      let layouts = layouts
      fills = fills.filter { number, _ in !layouts.allSatisfy { $0.columns.contains { $0.number == number } } }
    }

    /// The columns' numbers by their names.
    var columnNumbers: [String: UInt16] { Dictionary(columns.map { ($0.name, $0.number) }) { first, _ in first } }

    /// The number of a column.
    func number(of name: String) -> UInt16? { columns.first { $0.name == name }?.number }
  }
}

extension Catalog.Table {
  /// A new table for a type, in stored form.
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
  }
}
