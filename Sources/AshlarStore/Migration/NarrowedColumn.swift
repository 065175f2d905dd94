import AshlarSchema

/// Checks that the values of a column whose integers get fewer bytes fit.
enum NarrowedColumn {
  /// Throws `CatalogError.valueDoesNotFit` with the first one that does not. O(rows).
  /// - Parameters:
  ///   - column: of the table as the file has it.
  ///   - width: bytes of the column from now on.
  ///   - name: of the column from now on.
  static func check(_ table: TableDefinition, _ column: Int, width: Int, name: String, _ session: ReadSession, path: String) throws {
    let layout = table.layouts[column]
    let most = Int64.max >> Int64(64 - width * 8)
    var first: (row: Int64, value: Int64)?
    var count = 0
    try session.forEachRow(table.ordinal) { key, row in
      let cell = row.base + row.columns[column].offset + row.slot * layout.width
      let value: Int64 =
        switch layout.width {
        case 2: Int64(cell.load(as: Int16.self))
        case 4: Int64(cell.load(as: Int32.self))
        default: cell.load(as: Int64.self)
        }
      if value > most || value < -most - 1 {
        if first == nil { first = (key, value) }
        count += 1
      }
    }
    guard let first else { return }
    throw CatalogError.valueDoesNotFit(
      path: path, type: table.entity.storedName, property: name, value: first.value, bits: width * 8, row: first.row, more: count - 1)
  }
}
