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
  /// The locations of properties, by the stored names of types and properties; empty if another program has created the database. The
  /// location of a type without properties has an empty name.
  private(set) var places: [String: [String: Place]] = [:]
  /// The types of the file that was exported; nil if another program has created the database, or if the description in it is invalid.
  private(set) var exported: SchemaModel?
  /// The tables of the exported file, as the export has created them; nil if `exported` is nil.
  private(set) var layout: CopyLayout?
  // The pairs of a table and its column in `places`, in the form of `SQLNames.folded`.
  private var exportedColumns: Set<[[UInt8]]> = []
  // The pairs of a table and its column with the numbers of rows, which the export has added.
  private var rowNumbers: Set<[String]> = []
  /// The description of a store of Core Data or SwiftData; nil for other databases.
  private(set) var coreData: CoreDataStore?

  /// Reads the schema of a database.
  package init(_ database: SQLiteDatabase) throws(SQLiteError) {
    try database.readEncoding()
    var virtual: [VirtualTable] = []
    var names: [String] = []
    var statements: [String: String] = [:]
    let rows = try database.rows("SELECT type, name, coalesce(sql, '') FROM sqlite_master ORDER BY name")
    for row in rows {
      guard case .text(let kind) = row[0], let name = row[1].lossyText, let sql = row[2].lossyText else { continue }
      if kind == "table", row[1].isDamagedText { throw Self.invalidName("the name of a table, '\(name)',", database) }
      // SQLite's own tables are omitted.
      if SQLNames.folded(name).starts(with: "sqlite_".utf8) { continue }
      if kind == "view" || kind == "trigger" {
        notImported.append("the \(kind) '\(name)'")
      } else if kind == "table", let table = VirtualTable(name, sql) {
        virtual.append(table)
      } else if kind == "table" {
        names.append(name)
        statements[name] = sql
      }
    }
    notImported += virtual.map { "the virtual table '\($0.name)'" }
    try Self.checkDistinct(names, database)
    let strict = try Self.strictTables(database)
    for name in names {
      if virtual.contains(where: { $0.stores(name, statements[name] ?? "") }) { continue }
      let table = try Self.table(name, isStrict: strict.contains(name), database)
      try Self.checkDistinct(table.columns.map(\.name), database)
      notImported += table.generated.map { "the generated column '\(name).\($0)'" }
      tables.append(table)
    }
    if names.contains(CopyLayout.propertiesName) { try readPlaces(database) }
    if let exported { omitDerived(exported) }
    coreData = try CoreDataStore(tables, database)
    if let coreData { try addRelationships(coreData, database) }
  }

  private mutating func addRelationships(_ store: CoreDataStore, _ database: SQLiteDatabase) throws(SQLiteError) {
    notImported += tables.filter { CoreDataStore.isInternal($0.name) }.map { "the table '\($0.name)' of Core Data" }
    tables.removeAll { CoreDataStore.isInternal($0.name) }
    let all = tables
    for index in tables.indices { tables[index] = try store.adding(to: tables[index], all, database) }
  }

  /// Returns the name of the table that an export has created for a type; nil if there is none, or if another program has created the
  /// database.
  func exportedTable(of type: String) -> String? {
    guard let layout, let index = layout.table(of: type), let table = table(layout.tables[index].name) else { return nil }
    return table.name
  }

  /// Returns whether an export has created a column for the values of a property.
  func isExported(_ column: String, of table: StoreTable) -> Bool {
    exportedColumns.contains([SQLNames.folded(table.name), SQLNames.folded(column)])
  }

  /// Returns whether a column has no counterpart in objects.
  func isImplied(_ column: String, of table: StoreTable) -> Bool {
    rowNumbers.contains([table.name, column])
      || coreData?.entity(of: table.name) != nil && CoreDataStore.implied.contains(column)
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

  // MARK: - Exports

  // Removes the views and triggers of the export from `notImported`: they are derived from its tables. A copy may have been changed since,
  // so all others remain listed. Their names are computed again as the export has computed them.
  private mutating func omitDerived(_ exported: SchemaModel) {
    let isRounded = tables.contains { $0.columns.contains { $0.type == "DATETIME_REAL" } }
    let layout = CopyStatements(CopyLayout(exported.entities, dates: isRounded ? .unix : .text)).layout
    let derived = Set(["view", "trigger"].flatMap { kind in layout.derivedNames.map { "the \(kind) '\($0)'" } })
    notImported.removeAll { derived.contains($0) }
    rowNumbers = Set(layout.tables.filter { $0.key == nil }.map { [$0.name, $0.keyName] })
    self.layout = layout
  }

  private mutating func readPlaces(_ database: SQLiteDatabase) throws(SQLiteError) {
    guard let table = table(CopyLayout.propertiesName),
      ["type", "kind", "property", "table", "column"].allSatisfy({ table.column($0) != nil })
    else { return }
    for row in try database.rows("SELECT \"type\", \"property\", \"table\", \"column\" FROM \(SQLText.name(table.name))") {
      guard case .text(let type) = row[0], case .text(let property) = row[1], case .text(let table) = row[2],
        case .text(let column) = row[3]
      else { continue }
      places[type, default: [:]][property] = Place(table: table, column: column)
      exportedColumns.insert([SQLNames.folded(table), SQLNames.folded(column)])
    }
    tables.removeAll { $0.name == table.name }
    guard let table = self.table(CopyLayout.schemaName), table.column("descriptor") != nil else { return }
    if case .blob(let bytes)? = try database.rows("SELECT \"descriptor\" FROM \(SQLText.name(table.name)) LIMIT 1").first?.first {
      exported = try? DescriptorReader.read(bytes)
    }
    tables.removeAll { $0.name == table.name }
  }
}
