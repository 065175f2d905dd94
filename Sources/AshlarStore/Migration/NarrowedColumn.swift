import AshlarSchema

/// Checks that the integers of a narrowed column, or the elements of its collections, fit the new width.
enum NarrowedColumn {
  /// Checks all narrowed columns of a table. Throws `CatalogError.valueDoesNotFit` if a value does not fit. Complexity: O(rows).
  /// - Parameters:
  ///   - table: The table as stored.
  ///   - new: The table after the migration.
  static func check(_ change: TableChange, _ table: TableDefinition, _ new: Catalog.Table, _ session: ReadSession, path: String) throws {
    for name in change.narrowed + change.rewritten.map({ $0.to }) { try check(name, change, table, new, session, path: path) }
  }

  /// Checks one column, given by its new name.
  static func check(
    _ name: String, _ change: TableChange, _ table: TableDefinition, _ new: Catalog.Table, _ session: ReadSession, path: String
  ) throws {
    guard let number = new.number(of: name), let layout = new.layout.columns.first(where: { $0.number == number })?.layout else { return }
    if let rewritten = change.rewritten.first(where: { $0.to == name }) {
      guard let column = table.entity.columns.firstIndex(where: { $0.storedName == rewritten.from }),
        let width = layout.element?.valueWidth, let before = table.layouts[column].element, width < before.valueWidth
      else { return }
      try check(table, column, width: width, name: name, session, path: path)
    } else if change.narrowed.contains(name), let column = table.columnIds.firstIndex(of: number) {
      try check(table, column, width: layout.width, name: name, session, path: path)
    }
  }

  /// Throws `CatalogError.valueDoesNotFit` with the first value that does not fit. Complexity: O(rows).
  /// - Parameters:
  ///   - column: The column of the table as stored.
  ///   - width: The new width of the values in bytes.
  ///   - name: The new name of the column.
  private static func check(
    _ table: TableDefinition, _ column: Int, width: Int, name: String, _ session: ReadSession, path: String
  ) throws {
    let layout = table.layouts[column]
    let most = Int64.max >> Int64(64 - width * 8)
    var first: (row: Int64, value: Int64)?
    var count = 0
    try session.walkRows(table.ordinal) { key, row in
      let cell = row.base + row.columns[column].offset + row.slot * layout.width
      func misfit(_ cell: UnsafeRawPointer, _ width: Int) -> Int64? {
        let value = IntegerCell.value(cell, width: width)
        return value > most || value < -most - 1 ? value : nil
      }
      var found: Int64?
      if let element = layout.element {
        session.elements(cell, in: row.home, element).forEachRun { run, _ in
          guard found == nil, let start = run.baseAddress else { return }
          for offset in stride(from: element.valueOffset, to: run.count, by: element.width) {
            found = misfit(start + offset, element.valueWidth)
            if found != nil { return }
          }
        }
      } else {
        found = misfit(cell, layout.width)
      }
      guard let found else { return }
      if first == nil { first = (key, found) }
      count += 1
    }
    guard let first else { return }
    throw CatalogError.valueDoesNotFit(
      path: path, type: table.entity.storedName, property: name, value: first.value, bits: width * 8, row: first.row, more: count - 1)
  }
}
