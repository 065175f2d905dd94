extension StoreCatalog {
  /// Throws if two names are equal in Swift although SQLite, which compares bytes, distinguishes them: they differ only in the composition
  /// of characters.
  static func checkDistinct(_ names: [String], _ database: SQLiteDatabase) throws(SQLiteError) {
    guard Set(names).count < names.count, let name = names.first(where: { name in names.count { $0 == name } > 1 }) else { return }
    throw .failed(
      path: database.path, code: 1, message: "two names differ only in the composition of '\(name)': rename one of them", sql: nil)
  }

  /// Returns the error for a name that is not valid UTF-8: a statement cannot contain it.
  static func invalidName(_ name: String, _ database: SQLiteDatabase) -> SQLiteError {
    .failed(path: database.path, code: 1, message: "\(name) is not valid UTF-8: rename it", sql: nil)
  }

  /// Reads the declaration of a table.
  static func table(_ name: String, isStrict: Bool, _ database: SQLiteDatabase) throws(SQLiteError) -> StoreTable {
    var table = StoreTable(name: name)
    for row in try database.rows("PRAGMA table_xinfo(\(SQLText.name(name)))") {
      guard case .integer(let hidden) = row[6], let column = row[1].lossyText else { continue }
      if row[1].isDamagedText { throw invalidName("the name of a column of '\(name)', '\(column)',", database) }
      if hidden != 0 {
        table.generated.append(column)
        continue
      }
      var type = ""
      if let text = row[2].lossyText { type = text }
      let defaultText = row[4].lossyText
      var position = 0
      if case .integer(let number) = row[5] { position = Int(number) }
      table.columns.append(
        StoreTable.Column(
          name: column, type: type, isRequired: row[3] == .integer(1), defaultText: defaultText, keyPosition: position,
          collation: try database.collation(name, column),
          isStrictAny: isStrict && SQLNames.folded(type) == Array("any".utf8)))
    }
    table.foreignKeys = try foreignKeys(name, database)
    let definitions = try definitions(name, database)
    table.checks = SQLTokens(definitions[name] ?? "").checks
    for row in try database.rows("PRAGMA index_list(\(SQLText.name(name)))") {
      guard let index = row[1].lossyText else { continue }
      if row[1].isDamagedText { throw invalidName("the name of an index of '\(name)', '\(index)',", database) }
      var columns: [String?] = []
      var collations: [String] = []
      for part in try database.rows("PRAGMA index_xinfo(\(SQLText.name(index)))") where part[5] == .integer(1) {
        if case .text(let column) = part[2] { columns.append(column) } else { columns.append(nil) }
        collations.append(part[4].lossyText ?? "BINARY")
      }
      table.indexes.append(
        StoreTable.Index(
          name: index, columns: columns, isUnique: row[2] == .integer(1), isOfKey: row[3] == .text("pk"),
          condition: row[4] == .integer(1) ? SQLTokens(definitions[index] ?? "").condition : nil, isPartial: row[4] == .integer(1),
          collations: collations))
    }
    // A column named `rowid`, `_rowid_` or `oid` hides the rowid under that name. In a `WITHOUT ROWID` table, none of these names refers to
    // a rowid, so preparing the statement fails.
    let hidden = Set(table.generated.map(SQLNames.folded))
    for rowID in ["rowid", "_rowid_", "oid"] where table.column(rowID) == nil && !hidden.contains(Array(rowID.utf8)) {
      do throws(SQLiteError) {
        _ = try database.prepare("SELECT \(rowID) FROM \(table.source) NOT INDEXED LIMIT 0")
        table.rowID = rowID
        break
      } catch {
        guard case .failed(_, 1, _, _) = error else { throw error }
      }
    }
    return table
  }

  // Returns the statements that created a table and its indexes, by the names of the table and the indexes.
  private static func definitions(_ name: String, _ database: SQLiteDatabase) throws(SQLiteError) -> [String: String] {
    var definitions: [String: String] = [:]
    // A trigger can have the name of a table or of an index.
    let rows = try database.rows(
      "SELECT name, sql FROM sqlite_master WHERE tbl_name = \(SQLText.literal(name)) AND type IN ('table', 'index') AND sql IS NOT NULL")
    for row in rows {
      guard let name = row[0].lossyText, let sql = row[1].lossyText else { continue }
      definitions[name] = sql
    }
    return definitions
  }

  /// Returns the names of the STRICT tables. SQLite has them since version 3.37, and older versions ignore the pragma.
  static func strictTables(_ database: SQLiteDatabase) throws(SQLiteError) -> Set<String> {
    var names: Set<String> = []
    for row in try database.rows("PRAGMA table_list") where row.count > 5 && row[0] == .text("main") && row[5] == .integer(1) {
      if case .text(let name) = row[1] { names.insert(name) }
    }
    return names
  }

  private static func foreignKeys(_ name: String, _ database: SQLiteDatabase) throws(SQLiteError) -> [StoreTable.ForeignKey] {
    var keys: [(id: SQLiteValue, key: StoreTable.ForeignKey)] = []
    for row in try database.rows("PRAGMA foreign_key_list(\(SQLText.name(name)))") {
      guard case .text(let table) = row[2], case .text(let column) = row[3], case .text(let onDelete) = row[6] else { continue }
      var target: String?
      if case .text(let text) = row[4] { target = text }
      if let index = keys.firstIndex(where: { $0.id == row[0] }) {
        keys[index].key.columns.append(column)
        if let target { keys[index].key.targets?.append(target) }
      } else {
        keys.append(
          (row[0], StoreTable.ForeignKey(columns: [column], table: table, targets: target.map { [$0] }, onDelete: onDelete)))
      }
    }
    // SQLite lists the last declared key first.
    return keys.reversed().map(\.key)
  }
}
