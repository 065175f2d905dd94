import AshlarSchema

extension CheckedRows {
  /// Returns a cell as text for errors; for a collection, the number of its elements.
  func text(_ row: Int, _ column: Int) -> String {
    let layout = layouts(column)
    guard let cell = cell(row, column) else { return "nil" }
    if let element = layout.element {
      let number = count(cell, element)
      return number == 1 ? "1 element" : "\(number) elements"
    }
    if layout.kind == .any { return isNone(cell) ? "nil" : "an AnyRealmValue" }
    return CellText.value(layout, cell, null: nil, home: home)
  }

  /// Returns a primary key in full, as errors identify objects; nil if there are no columns.
  func keyText(_ row: Int, _ columns: [Int]) -> String? {
    guard let first = columns.first else { return nil }
    func text(_ column: Int, _ text: (ColumnLayout, UnsafeMutableRawPointer) -> String) -> String {
      cell(row, column).map { text(layouts(column), $0) } ?? "nil"
    }
    if columns.count == 1 { return text(first) { CellText.key($0, $1, null: nil, home: home) } }
    return CellText.list(columns.map { text($0) { CellText.part($0, $1, home: home) } })
  }

  /// Returns the values of a rule's columns as text.
  func texts(_ row: Int, _ check: ValueCheck) -> [String] {
    check.column == check.other ? [text(row, check.column)] : [text(row, check.column), text(row, check.other)]
  }
}
