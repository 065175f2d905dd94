import AshlarSchema

// Describes rows for errors.
extension ReadSession {
  /// Returns the current primary key of a row as text; nil if the table has no primary key, or if there is no such row.
  public func keyText(_ ordinal: Int, _ key: Int64) throws(StoreError) -> String? {
    guard let table = table(ordinal) else { return nil }
    return try keyText(table, key)
  }

  /// Returns the current primary key of a row as text; nil if the table has no primary key, or if there is no such row.
  /// - Parameter table: The definition with the primary key. The session's definition of the table has the same columns.
  func keyText(_ table: TableDefinition, _ key: Int64) throws(StoreError) -> String? {
    guard table.hasKey, let row = try locate(table.ordinal, key) else { return nil }
    return table.compoundKey?.text(of: row) ?? text(of: table.keyColumns[0], table, row, CellText.key)
  }

  /// Returns the type, number and current primary key of a row, for a violation.
  /// - Parameter table: The definition with the primary key. The session's definition of the table has the same columns.
  func place(_ table: TableDefinition, _ key: Int64) throws(StoreError) -> StoredViolation.Place {
    StoredViolation.Place(type: table.entity.storedName, row: key, key: try keyText(table, key))
  }

  /// Returns the current value of a column in a row as text of at most `CellText.limit` characters; nil if there is no such row.
  func valueText(_ table: TableDefinition, _ column: Int, _ key: Int64) throws(StoreError) -> String? {
    guard let row = try locate(table.ordinal, key) else { return nil }
    return text(of: column, table, row) { CellText.value($0, $1, null: $2, home: $3) }
  }

  private func text(
    of column: Int, _ table: TableDefinition, _ row: RowAccess,
    _ text: (ColumnLayout, UnsafeMutableRawPointer, UnsafeMutableRawPointer?, SlotHome) -> String
  ) -> String {
    let (layout, offset) = (table.layouts[column], row.columns[column])
    return text(
      layout, row.base + offset.offset + row.slot * layout.width, layout.hasNullFlag ? row.base + offset.null + row.slot : nil, row.home)
  }
}
