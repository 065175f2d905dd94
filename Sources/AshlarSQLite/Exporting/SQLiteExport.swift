package import Ashlar
internal import AshlarInspection
package import AshlarSchema

/// Copies all objects of a file to an SQLite database.
package struct SQLiteExport {
  /// The result of an export.
  package struct Summary: Equatable {
    /// The number of objects. Embedded objects are part of their owners.
    package let objects: Int
    /// A sentence for each rule that the copy does not state, and one for the objects in the outbox, which the copy does not contain.
    package let notes: [String]
  }

  /// The error for an object that SQLite rejected.
  package struct Failure: Error, CustomStringConvertible {
    let type: String
    let row: Int64
    let reason: SQLiteError

    /// A message that names the object and the reason.
    package var description: String { "'\(type)', row \(row): \(reason)" }
  }

  private let realm: Realm
  private let types: [EntityModel]
  private let enums: [EnumModel]
  private let dates: DateForm
  private let progress: (Int) -> Void

  /// - Parameters:
  ///   - types: The types of the Realm with the enums of their properties; by default, those of the file, which contain no enums.
  ///   - enums: The enums, whose cases become conditions of the copy.
  ///   - progress: Called after every 4,096 objects with the number of objects copied.
  package init(
    _ realm: Realm, types: [EntityModel]? = nil, enums: [EnumModel] = [], dates: DateForm, progress: @escaping (Int) -> Void
  ) {
    self.realm = realm
    self.types = types ?? realm._types
    self.enums = enums
    self.dates = dates
    self.progress = progress
  }

  /// Copies the objects of the version that the Realm reads. If this throws, the database is unusable and must be removed.
  ///
  /// The memory used does not depend on the number of objects, but each value, such as a list, is read into memory completely.
  /// - Parameters:
  ///   - path: An empty file, to which no other process has access.
  ///   - name: The path that messages state.
  /// - Throws: `SQLiteError`, `Failure`, and `ValueWriter.TooDeep` for an `AnyRealmValue` that is nested too deeply for JSON.
  package func write(to path: String, named name: String) throws -> Summary {
    let database = try SQLiteDatabase(path, .writing, named: name)
    let statements = CopyStatements(CopyLayout(types, dates: dates), enums: enums)
    // An incomplete copy is removed, so it needs neither a journal nor syncs. Foreign keys are not enforced, because rows may refer to rows
    // that are inserted later.
    let settings = [
      "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -16384", "temp_store = FILE",
      "foreign_keys = OFF",
    ]
    for setting in settings { try database.execute("PRAGMA \(setting)") }
    try database.execute("BEGIN")
    for statement in statements.tables { try database.execute(statement) }
    try writeProperties(statements.layout, to: database)
    try writeSchema(to: database)
    let count = try writeObjects(statements.layout, to: database)
    for statement in statements.rest { try database.execute(statement) }
    try database.execute("COMMIT")
    try database.close()
    return Summary(objects: count, notes: statements.notes + (try outboxNote()))
  }

  private func outboxNote() throws -> [String] {
    switch try realm._outboxCount {
    case 0: []
    case 1: ["The copy does not contain the object in the outbox."]
    case let count: ["The copy does not contain the \(count) objects in the outbox."]
    }
  }

  private func writeObjects(_ layout: CopyLayout, to database: SQLiteDatabase) throws -> Int {
    let writer = try RowWriter(layout, database)
    var count = 0
    for (index, table) in layout.tables.enumerated() where !table.isEmbedded {
      for object in realm.dynamicObjects(table.model.name) {
        do {
          try writer.write(object, to: index)
        } catch let error as SQLiteError {
          throw Failure(type: table.model.name, row: object._rowKey, reason: error)
        }
        count += 1
        if count & 0xFFF == 0 { progress(count) }
      }
    }
    return count
  }

  // Describes the types and rules of the file for `ashlar schema --from`.
  private func writeSchema(to database: SQLiteDatabase) throws(SQLiteError) {
    let version = realm.configuration.schemaVersion
    let model = SchemaModel(name: "Copy", version: version, entities: realm._types.filter { $0.kind != .asymmetric })
    let statement = try database.prepare(CopyStatements.insert(into: CopyLayout.schemaName, ["descriptor"]))
    try statement.bind(bytes: DescriptorWriter.bytes(for: model, documentation: false), 0)
    try statement.run()
  }

  // Describes the properties of the file, because columns and tables can have other names, and SQLite has fewer types.
  private func writeProperties(_ layout: CopyLayout, to database: SQLiteDatabase) throws(SQLiteError) {
    let columns = ["type", "kind", "property", "declaration", "table", "column", "ordinal", "primaryKey", "indexed"]
    let statement = try database.prepare(CopyStatements.insert(into: CopyLayout.propertiesName, columns))
    for table in layout.tables {
      let kind = table.isEmbedded ? "embedded" : "object"
      if table.model.columns.isEmpty {
        // The table has a description even if the type has no properties, because its name can be that of another table.
        for (parameter, text) in [table.model.name, kind, "", "", table.name, ""].enumerated() { try statement.bind(text, parameter) }
        for parameter in 6...8 { try statement.bind(0 as Int64, parameter) }
        try statement.run()
      }
      for (ordinal, property) in table.model.columns.enumerated() {
        let place = place(of: ordinal, table, layout)
        // The declaration names the type of the stored values, because the copy contains no enums.
        var property = property
        property.enumName = nil
        let texts = [table.model.name, kind, property.name, property.schemaType, place.table, place.column]
        for (parameter, text) in texts.enumerated() { try statement.bind(text, parameter) }
        try statement.bind(Int64(ordinal), 6)
        try statement.bind((property.isPrimaryKey ? 1 : 0) as Int64, 7)
        try statement.bind((property.isIndexed ? 1 : 0) as Int64, 8)
        try statement.run()
      }
    }
  }

  private func place(of ordinal: Int, _ table: ObjectTable, _ layout: CopyLayout) -> (table: String, column: String) {
    if let column = table.columns.first(where: { $0.ordinal == ordinal }) { return (table.name, column.name) }
    if let collection = table.collections.first(where: { $0.ordinal == ordinal }) {
      if case .embedded = collection.element { return (collection.name, CollectionTable.row) }
      return (collection.name, CollectionTable.value)
    }
    guard let use = table.embedded.first(where: { $0.ordinal == ordinal }) else { return (table.name, table.keyName) }
    return (layout.tables[use.table].name, layout.tables[use.table].owners[use.owner].name)
  }
}
