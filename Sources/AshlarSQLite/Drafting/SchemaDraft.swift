internal import AshlarCompiler
internal import AshlarSchema
internal import AshlarSchemaTools

/// A schema for the rows of an SQLite database, as text to be completed: comments state what the database does not determine.
package struct SchemaDraft {
  /// The schema, in the schema language.
  package private(set) var text = ""

  let catalog: StoreCatalog
  let database: SQLiteDatabase
  var joins: [String: JoinTable] = [:]
  var typeNames: [String: String] = [:]
  var propertyNames: [String: DraftedNames] = [:]
  var types: [String: DraftedType] = [:]
  var columns: [String: DraftedColumns] = [:]
  var enums: [DraftedEnum] = []
  var names = DraftedNames()
  var omitted: [String] = []
  /// The foreign keys to the owners of embedded objects, by the names of the tables that contain the foreign keys.
  var owners: [String: StoreTable.ForeignKey] = [:]
  // The strings of compiled Core Data models, which include the names in their original spelling.
  let model: Set<String>

  /// Reads the tables of a database, and up to 2,000 rows of each.
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - embeds: Whether rows that belong to exactly one other row become embedded objects.
  ///   - models: The contents of `.mom` files, which are compiled models of Core Data. Names are spelled as in the models: a store contains
  ///     them only in capitals.
  package init(_ database: SQLiteDatabase, name: String, embeds: Bool = false, models: [[UInt8]] = []) throws(SQLiteError) {
    self.database = database
    model = Set(models.flatMap { PropertyListText.strings($0) ?? [] })
    // The transaction reads the tables and the samples in one version of the database. The pragma prevents the schema of an untrusted
    // database from calling functions with side effects.
    try database.execute("PRAGMA trusted_schema = OFF")
    try database.execute("BEGIN")
    defer { try? database.execute("ROLLBACK") }
    let catalog = try StoreCatalog(database)
    self.catalog = catalog
    guard catalog.places.isEmpty else {
      guard let exported = catalog.exported else {
        throw .failed(
          path: database.path, code: 1, message: "the table '\(CopyLayout.schemaName)' does not describe the types of the copy", sql: nil)
      }
      // The list contains the views and triggers that have been added to the copy since the export.
      let comments = ["Drafted from a copy that 'ashlar export' has made."] + catalog.notImported.map { "Not imported: \($0)." }
      text = ExportDraft.text(exported, name: name, comments: comments)
      return
    }
    omitted = catalog.notImported
    let tables = catalog.tables.filter { table in
      let isNamed = (1...57).contains(table.name.utf8.count)
      if !isNamed { omitted.append("the table '\(table.name)', whose name has more than 57 bytes or none") }
      return isNamed
    }
    for table in tables {
      joins[table.name] = JoinTable(table, in: catalog)
      if joins[table.name] == nil { typeNames[table.name] = names.type(typeName(of: table)) }
    }
    for table in tables where joins[table.name] == nil {
      // The names of join tables are the stored names of collections.
      let collections = joins.values.filter { catalog.table($0.owner.table)?.name == table.name }.map(\.table.name)
      propertyNames[table.name] = DraftedNames(columns: Set(table.columns.map(\.name) + collections))
      types[table.name] = DraftedType(name: typeNames[table.name] ?? table.name, table: table.name)
      if catalog.coreData != nil, let comment = CoreDataStore.comment(table) { types[table.name]?.comments.append(comment) }
      guard let owner = ownerKey(of: table) else { continue }
      if embeds {
        owners[table.name] = owner
        types[table.name]?.isEmbedded = true
      } else {
        types[table.name]?.comments.append(
          "Each row belongs to one of '\(owner.table)', and nothing refers to it: with '--embed', it is an embedded object.")
      }
    }
    for table in tables where joins[table.name] == nil { try addColumns(of: table) }
    for table in tables where joins[table.name] == nil { addCompoundLinks(of: table) }
    for table in tables { if let join = joins[table.name] { addCollection(join) } }
    for table in tables where owners[table.name] != nil { addOwned(table) }
    for table in tables where joins[table.name] == nil && owners[table.name] == nil { addInverses(of: table) }
    let comments =
      ["Drafted from '\(database.path)'. Check the types, and delete what you do not need; 'ashlar import' lists what it does not read."]
      + omitted.map { "Not imported: \($0)." }
    text = Self.text(name, tables.compactMap { types[$0.name] }, enums, comments: comments)
  }

  private static func text(_ name: String, _ types: [DraftedType], _ enums: [DraftedEnum], comments: [String]) -> String {
    var lines = YAMLText.comments(comments, indentation: 0) + ["ashlar: 1", "", "schema:", "  name: \(YAMLText.scalar(name))"]
    if !enums.isEmpty { lines += ["", "enums:"] + enums.flatMap(\.lines) }
    for (key, isEmbedded) in [("objects", false), ("embedded", true)] {
      let section = types.filter { $0.isEmbedded == isEmbedded }
      if section.isEmpty { continue }
      lines += ["", "\(key):"] + Array(section.map(\.lines).joined(separator: [""]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // Returns the name from which that of a type is derived.
  private func typeName(of table: StoreTable) -> String {
    guard let store = catalog.coreData else { return table.name }
    if let entity = store.entity(of: table.name) { return entity.name }
    return CoreDataStore.number(table.name) == nil ? table.name : CoreDataStore.propertyName(table.name, model)
  }

  // Samples up to 1,000 rows from the beginning of a table and up to 1,000 rows from its end, which is in the order of the rowids or, in a
  // table without rowids, of the primary key.
  func samples(of table: StoreTable) throws(SQLiteError) -> [String: ColumnSample] {
    var samples = [ColumnSample](repeating: ColumnSample(), count: table.columns.count)
    let names = SQLText.names(table.columns.map(\.name))
    let last = table.rowID.map { [$0] } ?? table.key.map(SQLText.name)
    let ends = last.isEmpty ? [""] : ["", " ORDER BY " + last.map { "\($0) DESC" }.joined(separator: ", ")]
    for end in ends where !table.columns.isEmpty {
      let statement = try database.prepare("SELECT \(names) FROM \(table.source) NOT INDEXED\(end) LIMIT 1000")
      while try statement.step() {
        for index in samples.indices { samples[index].add(statement.value(index)) }
      }
    }
    return Dictionary(zip(table.columns.map(\.name), samples)) { first, _ in first }
  }
}
