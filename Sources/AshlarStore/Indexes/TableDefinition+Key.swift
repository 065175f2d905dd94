import AshlarSchema

// Primary keys of rows, whether they have one column or several.
extension TableDefinition {
  /// Whether the table has a primary key.
  var hasKey: Bool { !keyColumns.isEmpty }

  /// Calls `body` with the primary key of a row, which is valid during the call. The table must have a key.
  /// - Parameters:
  ///   - base: The base of the row's cluster.
  ///   - columns: The offsets of the columns in the cluster.
  func withKey<Result>(
    _ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, _ home: SlotHome,
    _ body: (KeyProbe) throws -> Result
  ) rethrows -> Result {
    if let compoundKey { return try compoundKey.withProbe(base, columns, slot, home, body) }
    let column = keyColumns[0]
    let (layout, offset) = (layouts[column], columns[column])
    return try body(
      KeyProbe(
        cell: base + offset.offset + slot * layout.width, column: layout, null: layout.hasNullFlag ? base + offset.null + slot : nil,
        home: home))
  }
}
