internal import AshlarSchema

/// The tables of an SQLite database.
package struct StoreCatalog {
  /// The location of the values of a property in a database that `ashlar export` has created.
  struct Place: Equatable {
    let table: String
    let column: String
  }

  /// The tables that store rows of their own, in the order of their names.
  package private(set) var tables: [StoreTable] = []
  /// A phrase for each part of the database that is not imported, such as `the view 'v'`: views, triggers, virtual tables, generated
  /// columns, and Core Data's own tables.
  package private(set) var notImported: [String] = []
  /// The locations of properties, by the stored names of types and properties; empty if another program has created the database.
  private(set) var places: [String: [String: Place]] = [:]
  /// The types of the file that was exported; nil if another program has created the database, or if the description in it is invalid.
  private(set) var exported: SchemaModel?
  // The pairs of a table and a column in `places`.
  private var placed: Set<[String]> = []
  /// The description of a store of Core Data or SwiftData; nil for other databases.
  private(set) var coreData: CoreDataStore?

  /// Reads the schema of a database.
  package init(_ database: SQLiteDatabase) throws(SQLiteError) {
    var virtual: [VirtualTable] = []
    var names: [String] = []
    let rows = try database.rows("SELECT type, name, coalesce(sql, '') FROM sqlite_master ORDER BY name")
    for row in rows {
      guard case .text(let kind) = row[0], let name = row[1].lossyText, let sql = row[2].lossyText else { continue }
      if kind == "table", case .damagedText = row[1] { throw Self.invalidName("the name of a table, '\(name)',", database) }
      // SQLite's own tables are omitted.
      if SQLNames.folded(name).starts(with: "sqlite_".utf8) { continue }
      if kind == "view" || kind == "trigger" {
        notImported.append("the \(kind) '\(name)'")
      } else if kind == "table", let table = VirtualTable(name, sql) {
        virtual.append(table)
      } else if kind == "table" {
        names.append(name)
      }
    }
    notImported += virtual.map { "the virtual table '\($0.name)'" }
    try Self.checkDistinct(names, database)
    for name in names {
      if virtual.contains(where: { $0.storage.contains(SQLNames.folded(name)) }) { continue }
      let table = try Self.table(name, database)
      try Self.checkDistinct(table.columns.map(\.name), database)
      notImported += table.generated.map { "the generated column '\(name).\($0)'" }
      tables.append(table)
    }
    if names.contains(CopyLayout.propertiesName) { try readPlaces(database) }
    // The views and triggers of an export are derived from its tables.
    if !places.isEmpty { notImported = [] }
    coreData = try CoreDataStore(tables, database)
    if let coreData { try addRelationships(coreData, database) }
  }

  private mutating func addRelationships(_ store: CoreDataStore, _ database: SQLiteDatabase) throws(SQLiteError) {
    notImported += tables.filter { CoreDataStore.isInternal($0.name) }.map { "the table '\($0.name)' of Core Data" }
    tables.removeAll { CoreDataStore.isInternal($0.name) }
    let all = tables
    for index in tables.indices { tables[index] = try store.adding(to: tables[index], all, database) }
  }

  /// Returns whether a column has no counterpart in objects.
  func isImplied(_ column: String, of table: StoreTable) -> Bool {
    if !places.isEmpty { return !placed.contains([table.name, column]) }
    return coreData?.entity(of: table.name) != nil && CoreDataStore.implied.contains(column)
  }

  /// Returns the meaning of numbers in a column of dates, if the store or the declared type determines it; otherwise `dates`.
  func dates(_ column: StoreTable.Column, of table: StoreTable, _ dates: NumericDates?) -> NumericDates? {
    if SQLNames.folded(column.type) == Array("timestamp".utf8), coreData?.entity(of: table.name) != nil { return .reference }
    return dates
  }

  /// Returns the table with a name, without regard to the case of ASCII letters; nil if there is none.
  func table(_ name: String) -> StoreTable? {
    if let exact = tables.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return exact }
    let folded = SQLNames.folded(name)
    return tables.first { SQLNames.folded($0.name) == folded }
  }

  // Throws if two names are equal in Swift although SQLite, which compares bytes, distinguishes them: they differ only in the composition
  // of characters.
  private static func checkDistinct(_ names: [String], _ database: SQLiteDatabase) throws(SQLiteError) {
    guard Set(names).count < names.count, let name = names.first(where: { name in names.count { $0 == name } > 1 }) else { return }
    throw .failed(
      path: database.path, code: 1, message: "two names differ only in the composition of '\(name)': rename one of them", sql: nil)
  }

  // A statement cannot contain such a name.
  private static func invalidName(_ name: String, _ database: SQLiteDatabase) -> SQLiteError {
    .failed(path: database.path, code: 1, message: "\(name) is not valid UTF-8: rename it", sql: nil)
  }

  // MARK: - Tables

  private static func table(_ name: String, _ database: SQLiteDatabase) throws(SQLiteError) -> StoreTable {
    var table = StoreTable(name: name)
    for row in try database.rows("PRAGMA table_xinfo(\(SQLText.name(name)))") {
      guard case .integer(let hidden) = row[6], let column = row[1].lossyText else { continue }
      if case .damagedText = row[1] { throw invalidName("the name of a column of '\(name)', '\(column)',", database) }
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
          collation: try database.collation(name, column)))
    }
    table.foreignKeys = try foreignKeys(name, database)
    let definitions = try definitions(name, database)
    table.checks = SQLTokens(definitions[name] ?? "").checks
    for row in try database.rows("PRAGMA index_list(\(SQLText.name(name)))") {
      guard let index = row[1].lossyText else { continue }
      if case .damagedText = row[1] { throw invalidName("the name of an index of '\(name)', '\(index)',", database) }
      var columns: [String?] = []
      var isBinary = true
      for part in try database.rows("PRAGMA index_xinfo(\(SQLText.name(index)))") where part[5] == .integer(1) {
        if case .text(let column) = part[2] { columns.append(column) } else { columns.append(nil) }
        if case .text(let collation) = part[4], SQLNames.folded(collation) != Array("binary".utf8) { isBinary = false }
      }
      table.indexes.append(
        StoreTable.Index(
          name: index, columns: columns, isUnique: row[2] == .integer(1), isOfKey: row[3] == .text("pk"),
          condition: row[4] == .integer(1) ? SQLTokens(definitions[index] ?? "").condition : nil, isPartial: row[4] == .integer(1),
          isBinary: isBinary))
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
    let rows = try database.rows("SELECT name, sql FROM sqlite_master WHERE tbl_name = \(SQLText.literal(name)) AND sql IS NOT NULL")
    for row in rows {
      guard let name = row[0].lossyText, let sql = row[1].lossyText else { continue }
      definitions[name] = sql
    }
    return definitions
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

  // MARK: - Exports

  private mutating func readPlaces(_ database: SQLiteDatabase) throws(SQLiteError) {
    guard let table = table(CopyLayout.propertiesName),
      ["type", "kind", "property", "table", "column"].allSatisfy({ table.column($0) != nil })
    else { return }
    for row in try database.rows("SELECT \"type\", \"property\", \"table\", \"column\" FROM \(SQLText.name(table.name))") {
      guard case .text(let type) = row[0], case .text(let property) = row[1], case .text(let table) = row[2],
        case .text(let column) = row[3]
      else { continue }
      places[type, default: [:]][property] = Place(table: table, column: column)
      placed.insert([table, column])
    }
    tables.removeAll { $0.name == table.name }
    guard let table = self.table(CopyLayout.schemaName), table.column("descriptor") != nil else { return }
    if case .blob(let bytes)? = try database.rows("SELECT \"descriptor\" FROM \(SQLText.name(table.name)) LIMIT 1").first?.first {
      exported = try? DescriptorReader.read(bytes)
    }
    tables.removeAll { $0.name == table.name }
  }
}
