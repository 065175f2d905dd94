extension StoreTable {
  private static let positions: Set<String> = [
    "position", "pos", "idx", "index", "seq", "sequence", "sort_order", "sortorder", "ordinal",
  ]

  /// The column with the positions of elements; nil if there is none. A column that refers to another table, or that identifies a row by
  /// itself, is not a position.
  var position: Column? {
    let references = Set(foreignKeys.flatMap(\.columns).map(SQLNames.folded))
    return columns.first { column in
      let name = String(decoding: SQLNames.folded(column.name), as: UTF8.self)
      return column.affinity == .integer && (Self.positions.contains(name) || name.hasPrefix("z_fok_"))
        && !references.contains(SQLNames.folded(column.name)) && key != [column.name]
    }
  }

  /// Returns whether a column with positions orders the rows that a foreign key assigns to one row of its target: no two of these rows
  /// have the same position. In a store of Core Data, `Z_FOK_2BOOKS` is the position of the book in the column `Z_2BOOKS` among the
  /// elements of the object to which the other foreign key refers.
  func isOrdered(_ key: ForeignKey, by position: String) -> Bool {
    let prefix = "Z_FOK_"
    if position.hasPrefix(prefix) { return key.columns != ["Z_\(position.dropFirst(prefix.count))"] }
    return isUnique(key.columns + [position])
  }

  /// The foreign keys; if there are two and the rows are the elements of a collection, the first refers to the owner. If the positions
  /// order the rows of one of the keys only, that key refers to the owner.
  var ownerFirst: [ForeignKey] {
    guard foreignKeys.count == 2, let position = position?.name, !isOrdered(foreignKeys[0], by: position),
      isOrdered(foreignKeys[1], by: position)
    else { return foreignKeys }
    return [foreignKeys[1], foreignKeys[0]]
  }
}
