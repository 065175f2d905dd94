import AshlarStore

/// The tables and columns that determine what an observer reports. Changes of other tables and columns cannot affect the observer.
///
/// Deleting a row also changes the columns of the links to it, and an inserted row becomes the target of a link only if the link's column
/// changes. Therefore, insertions and deletions are relevant only in tables whose rows are observed or are reached as linking objects.
nonisolated struct ObservedTables {
  private struct Table {
    /// Whether inserted and deleted rows are relevant.
    var countsRows = false
    /// Whether all columns of modified rows are relevant.
    var countsAllColumns = false
    /// The columns of modified rows that are relevant, by number in the file: column `n` is bit `n % 64` of word `n / 64`.
    var columns: [UInt64] = []
  }

  // The tables, by their numbers in the file.
  private var tables: [UInt32: Table] = [:]
  // Whether all columns of the modified rows of every table are relevant.
  private var countsEveryTable = false

  /// Adds insertions into a table and deletions from it.
  mutating func addRows(_ table: TableDefinition) { tables[table.id, default: Table()].countsRows = true }

  /// Adds modifications of any column of a table.
  mutating func addColumns(_ table: TableDefinition) { tables[table.id, default: Table()].countsAllColumns = true }

  /// Adds modifications of any column of any table.
  mutating func addColumnsOfEveryTable() { countsEveryTable = true }

  /// Adds modifications of one column of a table, given by its ordinal.
  mutating func addColumn(_ column: Int, _ table: TableDefinition) {
    let number = Int(table.columnIds[column])
    var columns = tables[table.id]?.columns ?? []
    while columns.count <= number >> 6 { columns.append(0) }
    columns[number >> 6] |= 1 << UInt64(number & 63)
    tables[table.id, default: Table()].columns = columns
  }

  /// Returns whether changes can affect the observer. Complexity: O(changed tables), plus O(modified rows) for each table of which only
  /// some columns are relevant.
  func areAffected(by changes: ChangeSet) -> Bool {
    if changes.isAnything { return true }
    for (id, change) in changes.tables {
      if countsEveryTable, change.isAnything || !change.modified.isEmpty { return true }
      guard let table = tables[id] else { continue }
      if change.isAnything { return true }
      if table.countsRows, !(change.inserted.isEmpty && change.deleted.isEmpty) { return true }
      if table.countsAllColumns ? !change.modified.isEmpty : change.hasModified(anyOf: table.columns) { return true }
    }
    return false
  }
}
