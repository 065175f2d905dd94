package import Ashlar
package import AshlarInspection
package import AshlarSchema

/// Stores the rows of an SQLite database as objects of a file.
package struct SQLiteImport {
  /// The result of an import.
  package struct Summary: Equatable {
    /// The number of objects. Embedded objects are part of their owners.
    package let objects: Int
    /// The number of links without a target that were stored as nil or omitted.
    package let dangling: Int
    /// A phrase for each part of the database that was not imported, such as `the view 'v'`.
    package let notImported: [String]
    /// A phrase for each property for which the database has no column.
    package let missing: [String]
  }

  /// The error for rows that were rejected. Nothing was stored.
  package struct Refused: Error, CustomStringConvertible {
    package let failures: [ImportFailure]
    /// Whether the import ended before all rows were read.
    let isIncomplete: Bool

    /// A line for each row.
    package var description: String {
      failures.map(\.description).joined(separator: "\n") + (isIncomplete ? "\nand perhaps others: the import ended here" : "")
    }
  }

  /// The number of rejected rows after which an import ends.
  static let refusalLimit = 100

  private let path: String
  private let dates: NumericDates?
  private let danglingIsNil: Bool

  /// - Parameters:
  ///   - dates: The meaning of numbers in columns of dates; nil if such numbers are rejected.
  ///   - danglingIsNil: Whether a link without a target is stored as nil. Otherwise, its row is rejected.
  package init(_ path: String, dates: NumericDates?, danglingIsNil: Bool) {
    self.path = path
    self.dates = dates
    self.danglingIsNil = danglingIsNil
  }

  /// Stores all rows in one transaction. The rows are those of one version of the database.
  /// - Parameters:
  ///   - realm: A Realm with the types of the schema, without objects.
  ///   - schema: The schema, which states defaults and the cases of enums.
  ///   - progress: Called after each row with the number of rows read, the number of all rows, and the number of objects stored.
  /// - Throws: `SQLiteError`, `ImportFailure` if the database lacks a table or a column, and `Refused`.
  package func store(in realm: Realm, schema: SchemaModel, progress: (Int, Int, Int) -> Void) throws -> Summary {
    let database = try SQLiteDatabase(path, .reading)
    // Views and triggers of an untrusted database cannot call functions with side effects.
    try database.execute("PRAGMA trusted_schema = OFF")
    try database.execute("BEGIN")
    let catalog = try StoreCatalog(database)
    let types = try ImportedTypes(realm._types, schema: schema, path: path)
    let models = types.models.values.sorted { $0.name.isBefore($1.name) }
    let planner = ImportPlanner(database, catalog, models, dates: dates, danglingIsNil: danglingIsNil)
    let reader = RowReader(danglingIsNil: danglingIsNil)
    var plans: [RowPlan] = []
    for model in models {
      if model.kind == .object { plans.append(try planner.plan(model)) }
      // An embedded type of an export has a table even if no type has a property of it.
      if model.kind == .embedded, catalog.places[model.name] != nil { _ = try planner.plan(model) }
    }
    var sources: [ImportSource] = []
    for plan in plans { sources.append(.stored(StoredRecords(try TableRecords(plan, reader, database)))) }
    let total = sources.reduce(0) { $0 + $1.total }
    var importer = Importer(realm, types, updates: false)
    importer.refusalLimit = Self.refusalLimit
    do {
      try realm.write {
        do throws(ImportFailure) {
          try importer.run(sources, type: nil) { done, count in progress(done, total, count) }
        } catch {
          throw Refused(failures: importer.refusals, isIncomplete: true)
        }
        if !importer.refusals.isEmpty { throw Refused(failures: importer.refusals, isIncomplete: false) }
      }
    } catch let error as Realm.Error {
      guard let failure = importer.failure(error, sources) else { throw error }
      throw Refused(failures: [failure], isIncomplete: false)
    }
    return Summary(
      objects: importer.count, dangling: reader.danglingCount + planner.orphans, notImported: catalog.notImported + planner.unread,
      missing: planner.missing)
  }
}

extension ImportSource {
  fileprivate var total: Int {
    if case .stored(let records) = self { return records.total }
    return 0
  }
}
