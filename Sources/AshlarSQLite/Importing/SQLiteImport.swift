package import Ashlar
package import AshlarInspection
package import AshlarSchema

/// Stores the rows of an SQLite database as objects of a file.
package struct SQLiteImport {
  /// The result of an import.
  package struct Summary: Equatable {
    /// The number of objects. Embedded objects are part of their owners.
    package let objects: Int
    /// The number of links without a target that were stored as nil.
    package let dangling: Int
    /// A phrase for each part of the database that was not imported, such as `the view 'v'`.
    package let notImported: [String]
    /// A phrase for each property for which the database has no column.
    package let missing: [String]
    /// A sentence for each table with rows that belong to no object, and one for elements without a target.
    package var omitted: [String] = []
  }

  /// The error for rows that were rejected. Their transaction stored nothing.
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
    let rows = try PlannedRows(path, realm, schema, dates: dates, danglingIsNil: danglingIsNil)
    var importer = rows.importer
    do {
      try realm.write {
        do throws(ImportFailure) {
          try importer.run(rows.sources, type: nil) { done, count in progress(done, rows.count, count) }
        } catch {
          throw Refused(failures: importer.refusals, isIncomplete: true)
        }
        if !importer.refusals.isEmpty { throw Refused(failures: importer.refusals, isIncomplete: false) }
      }
    } catch let error as Realm.Error {
      guard let failure = importer.failure(error, rows.sources) else { throw error }
      throw Refused(failures: [failure], isIncomplete: false)
    }
    return rows.summary(objects: importer.count)
  }

  /// Stores the rows in transactions of at most `batch` rows. Continues after the rows that an earlier call with the same database, schema
  /// and parameters has stored; no row is stored twice. The rows are those of one version of the database.
  /// - Parameters:
  ///   - realm: A Realm with the types of the schema, and with objects of earlier calls only.
  ///   - mark: The last mark that an earlier call has saved; nil if there is none.
  ///   - save: Saves a mark before a transaction is committed, or after links have been set. If it throws, the import ends with its error.
  ///   - progress: Called after each row with the number of rows read, the number of all rows, and the number of objects stored.
  /// - Throws: `SQLiteError`; `ImportFailure` if the database lacks a table or a column, if rules require links before they are set, or if
  ///   the objects of the Realm are not those that an earlier call has stored; and `Refused`.
  package func store(
    in realm: Realm, schema: SchemaModel, batch: Int, after mark: ImportMark?, save: (ImportMark) throws -> Void,
    progress: (Int, Int, Int) -> Void
  ) throws -> Summary {
    let rows = try PlannedRows(path, realm, schema, dates: dates, danglingIsNil: danglingIsNil)
    var batches = try ImportBatches(rows, realm, size: batch, after: mark)
    try batches.run(save: save, progress: progress)
    return rows.summary(objects: batches.objects)
  }

  /// Returns the result of a completed import in batches without storing anything.
  /// - Parameters:
  ///   - realm: A Realm with the objects of the import.
  ///   - mark: The last mark that the import has saved.
  package func summary(of realm: Realm, schema: SchemaModel, after mark: ImportMark) throws -> Summary {
    let rows = try PlannedRows(path, realm, schema, dates: dates, danglingIsNil: danglingIsNil)
    if let point = mark.points.last { rows.reader.dangling = point.dangling }
    return rows.summary(objects: rows.tables.reduce(0) { $0 + realm.dynamicObjects($1.type.name).count })
  }
}
