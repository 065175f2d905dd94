import AshlarStore

/// The tables and columns that determine what an observer reports. Changes of other tables and columns cannot affect the observer.
///
/// Deleting a row also changes the columns of the links to it, and an inserted row becomes the target of a link only if the link's column
/// changes. Therefore, insertions and deletions are relevant only in tables whose rows are observed or are reached as linking objects.
nonisolated struct ObservedTables: Hashable {
  private struct Table: Hashable {
    let ordinal: Int
    /// Whether inserted and deleted rows are relevant.
    var countsRows = false
    /// Whether all columns of modified rows are relevant.
    var countsAllColumns = false
    /// The columns of modified rows that are relevant, by number in the file: column `n` is bit `n % 64` of word `n / 64`.
    var columns: [UInt64] = []
  }

  // The tables, by their numbers in the file.
  private var tables: [UInt32: Table] = [:]
  // Whether all columns of the modified rows are relevant in each table of which a row may be reached from an `AnyRealmValue`.
  private var countsRowsBehindValues = false

  /// Adds insertions into a table and deletions from it.
  mutating func addRows(_ table: TableDefinition) { tables[table.id, default: Table(ordinal: table.ordinal)].countsRows = true }

  /// Adds modifications of any column of a table.
  mutating func addColumns(_ table: TableDefinition) { tables[table.id, default: Table(ordinal: table.ordinal)].countsAllColumns = true }

  /// Adds modifications of any column of the rows that are reached from `AnyRealmValue`s.
  mutating func addRowsBehindValues() { countsRowsBehindValues = true }

  /// Adds modifications of one column of a table, given by its ordinal.
  mutating func addColumn(_ column: Int, _ table: TableDefinition) {
    let number = Int(table.columnIds[column])
    var columns = tables[table.id]?.columns ?? []
    while columns.count <= number >> 6 { columns.append(0) }
    columns[number >> 6] |= 1 << UInt64(number & 63)
    tables[table.id, default: Table(ordinal: table.ordinal)].columns = columns
  }

  /// Adds all tables and columns of `other`.
  mutating func formUnion(_ other: ObservedTables) {
    countsRowsBehindValues = countsRowsBehindValues || other.countsRowsBehindValues
    for (id, more) in other.tables {
      var table = tables[id] ?? Table(ordinal: more.ordinal)
      table.countsRows = table.countsRows || more.countsRows
      table.countsAllColumns = table.countsAllColumns || more.countsAllColumns
      for (word, columns) in more.columns.enumerated() {
        if word < table.columns.count { table.columns[word] |= columns } else { table.columns.append(columns) }
      }
      tables[id] = table
    }
  }

  /// Returns whether changes can affect the observer. Complexity: O(changed tables), plus O(modified rows) for each table of which only
  /// some columns are relevant.
  func areAffected(by changes: ChangeSet, _ core: _RealmCore) -> Bool {
    if changes.isAnything { return true }
    for (id, change) in changes.tables {
      if let table = tables[id] {
        if change.isAnything { return true }
        if table.countsRows, !(change.inserted.isEmpty && change.deleted.isEmpty) { return true }
        if table.countsAllColumns ? !change.modified.isEmpty : change.hasModified(anyOf: table.columns) { return true }
      }
      if change.isAnything || !change.modified.isEmpty, isReachedFromValues(id, core) { return true }
    }
    return false
  }

  /// Returns whether any of the tables has changes, whatever their rows and columns. Complexity: O(changed tables).
  func include(anyTableOf changes: ChangeSet, _ core: _RealmCore) -> Bool {
    changes.isAnything || changes.tables.keys.contains { tables[$0] != nil || isReachedFromValues($0, core) }
  }

  /// Returns whether none of the tables has changed since the session's `dataVersion` was `version`. False while a write is open.
  func areUnchanged(since version: UInt64, _ core: _RealmCore) -> Bool {
    guard core.session.isUnchanged(tables.values.map(\.ordinal), since: version) else { return false }
    return !countsRowsBehindValues || core.reading { try core.session.areUnchangedBehindValues(since: version) }
  }

  private func isReachedFromValues(_ id: UInt32, _ core: _RealmCore) -> Bool {
    guard countsRowsBehindValues, let table = core.session.table(id: id) else { return false }
    return core.reading { try core.session.mayBeReachedFromValues(table.ordinal) }
  }
}
