import AshlarSchema

// Rows as errors state them.
extension ReadSession {
  /// Returns the primary key of a row as text, in the row's current form; nil if the table has no primary key, or if there is no such row.
  public func keyText(_ ordinal: Int, _ key: Int64) throws(StoreError) -> String? {
    guard let table = table(ordinal) else { return nil }
    return try keyText(table, key)
  }

  /// Returns the primary key of a row as text, in the row's current form; nil if the table has no primary key, or if there is no such row.
  /// - Parameter table: The definition with the primary key. That of this session has the same columns.
  func keyText(_ table: TableDefinition, _ key: Int64) throws(StoreError) -> String? {
    guard table.hasKey, let row = try locate(table.ordinal, key) else { return nil }
    return table.compoundKey?.text(of: row) ?? text(of: table.keyColumns[0], table, row, CellText.key)
  }

  /// Returns a row as the place of a violation.
  /// - Parameter table: The definition with the primary key. That of this session has the same columns.
  func place(_ table: TableDefinition, _ key: Int64) throws(StoreError) -> StoredViolation.Place {
    StoredViolation.Place(type: table.entity.storedName, row: key, key: try keyText(table, key))
  }

  /// Returns the value of a column in a row, in the row's current form, as text of at most `CellText.limit` characters; nil if there is no
  /// such row.
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
