internal import Ashlar
internal import AshlarInspection
internal import AshlarSchema

/// The rows of one version of a database, in the order in which they are stored as objects.
final class PlannedRows {
  /// The rows of each type that is not embedded: the target of a link precedes its origin, unless the links of types form a cycle.
  let tables: [TableRecords]
  let sources: [ImportSource]
  let path: String
  let order: ImportOrder
  let reader: RowReader
  private let types: ImportedTypes
  private let realm: Realm
  private let planner: ImportPlanner
  private let catalog: StoreCatalog

  init(_ path: String, _ realm: Realm, _ schema: SchemaModel, dates: NumericDates?, danglingIsNil: Bool) throws {
    self.path = path
    self.realm = realm
    let database = try SQLiteDatabase(path, .reading)
    // The pragma prevents the schema of an untrusted database from calling functions with side effects.
    try database.execute("PRAGMA trusted_schema = OFF")
    // Temporary tables can have as many rows as the database. The setting cannot be changed in a transaction.
    try database.execute("PRAGMA temp_store = FILE")
    try database.execute("BEGIN")
    catalog = try StoreCatalog(database)
    types = try ImportedTypes(realm._types, schema: schema, path: path)
    let models = types.models.values.sorted { $0.name.isBefore($1.name) }
    order = ImportOrder(models)
    let planner = ImportPlanner(database, catalog, models, order, dates: dates, danglingIsNil: danglingIsNil)
    self.planner = planner
    reader = RowReader(danglingIsNil: danglingIsNil)
    var tables: [TableRecords] = []
    do {
      var plans: [RowPlan] = []
      for model in order.types { plans.append(try planner.plan(model)) }
      // In a database that `ashlar export` created, an embedded type has a table even if no property has this type.
      for model in models where model.kind == .embedded && planner.isExported(model) {
        _ = try planner.plan(model)
      }
      try planner.checkEmbedded()
      try planner.checkWidths()
      for plan in plans { tables.append(try TableRecords(plan, reader, database)) }
    } catch {
      planner.end()
      throw error
    }
    self.tables = tables
    sources = tables.map { .stored(StoredRecords($0)) }
  }

  deinit { planner.end() }

  /// The number of rows.
  var count: Int { tables.reduce(0) { $0 + $1.count } }

  /// A new importer, which continues after a rejected row.
  var importer: Importer {
    var importer = Importer(realm, types, updates: false, order: order)
    importer.refusalLimit = SQLiteImport.refusalLimit
    return importer
  }

  /// Returns the result of the import, after all rows have been stored.
  func summary(objects: Int) -> SQLiteImport.Summary {
    SQLiteImport.Summary(
      objects: objects, dangling: reader.dangling.links, notImported: catalog.notImported + planner.unread, missing: planner.missing,
      omitted: planner.orphans + [reader.dangling.omitted].compactMap(\.self))
  }
}
