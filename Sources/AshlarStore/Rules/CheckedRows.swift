package import AshlarSchema

/// Rows of one cluster or an unmanaged row, whose cells are compared with rules.
package struct CheckedRows {
  let home: SlotHome
  let columns: UnsafePointer<ColumnOffset>
  let layouts: (Int) -> ColumnLayout
  /// Returns the number of elements in the collection in a cell.
  let count: (UnsafeMutableRawPointer, ElementLayout) -> Int
  /// Returns whether the `AnyRealmValue` in a cell is `.none`.
  let isNone: (UnsafeMutableRawPointer) -> Bool

  /// Creates a view of rows in a cluster of a session, which may be an overlay.
  init(_ session: ReadSession, _ table: TableDefinition, _ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>) {
    let home = SlotHome(base: base, context: session.context)
    self.home = home
    self.columns = columns
    layouts = { table.layouts[$0] }
    count = { session.elements($0, in: home, $1).count }
    isNone = { cell in
      // An empty sequence of bytes is `.none`, too.
      let bytes = Slot.bytes(at: cell, in: home)
      return bytes.isEmpty || bytes[0] == AnyTag.none.rawValue
    }
  }

  /// Creates a view of an unmanaged row. `count` and `isNone` read its cells of collections and `AnyRealmValue`s.
  package init(
    unmanaged row: RowAccess, _ layouts: @escaping (Int) -> ColumnLayout, count: @escaping (UnsafeMutableRawPointer) -> Int,
    isNone: @escaping (UnsafeMutableRawPointer) -> Bool
  ) {
    home = row.home
    columns = row.columns
    self.layouts = layouts
    self.count = { cell, _ in count(cell) }
    self.isNone = isNone
  }

  /// Calls `body` with the cells of a column that are not nil.
  @inline(__always)
  func forEachCell(_ rows: RowSet, _ column: Int, _ body: (_ row: Int, _ cell: UnsafeMutableRawPointer) -> Void) {
    let (layout, offset) = (layouts(column), columns[column])
    let cells = home.base + offset.offset
    let nulls = layout.hasNullFlag ? home.base + offset.null : nil
    for row in rows {
      if let nulls, (nulls + row).load(as: UInt8.self) == 0 { continue }
      let cell = cells + row * layout.width
      if layout.kind == .string || layout.kind == .data, Slot(at: cell).isNull { continue }
      body(row, cell)
    }
  }

  /// Returns a cell; nil if it is nil.
  func cell(_ row: Int, _ column: Int) -> UnsafeMutableRawPointer? {
    var rows = RowSet()
    rows.insert(row)
    var found: UnsafeMutableRawPointer?
    forEachCell(rows, column) { found = $1 }
    return found
  }
}
