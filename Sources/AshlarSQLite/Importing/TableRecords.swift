internal import AshlarInspection
internal import AshlarSchema

/// The rows of a table as records of an import, in the order of their rowids or, in a table without rowids, of their primary keys.
final class TableRecords: RecordSource {
  let name: String
  let count: Int
  private let plan: RowPlan
  private let reader: RowReader
  private let rows: RowCursor
  // Reads earlier rows again, while `rows` remains at the first row that has not been read.
  private let rowsAgain: RowCursor
  private let numbers: RowCursor

  init(_ plan: RowPlan, _ reader: RowReader, _ database: SQLiteDatabase) throws(SQLiteError) {
    name = plan.table.name
    self.plan = plan
    self.reader = reader
    // An index can be damaged, or require a collation that only another program defines.
    let rest = "FROM \(plan.table.source) AS o NOT INDEXED\(plan.table.order(of: "o"))"
    // The rows of a table are objects even if neither a rowid nor a column is read.
    let terms = plan.terms.isEmpty ? "1" : plan.terms.joined(separator: ", ")
    rows = RowCursor(database, "SELECT \(terms) \(rest)")
    rowsAgain = RowCursor(database, "SELECT \(terms) \(rest)")
    numbers = RowCursor(database, "SELECT \(plan.table.rowID.map { "o.\($0)" } ?? "NULL") \(rest)")
    guard case .integer(let count)? = try database.rows("SELECT count(*) FROM \(plan.table.source) NOT INDEXED").first?.first else {
      self.count = 0
      return
    }
    self.count = Int(count)
  }

  /// The type of the objects that the rows contain.
  var type: EntityModel { plan.model }

  /// Whether a row can have values that are set after all objects have been created.
  var hasLateValues: Bool { plan.others.contains { $0.isLate } }

  func record(at place: inout RecordPlace) throws(ImportFailure) -> ImportRecord? { try record(rows, &place, isLate: false) }

  func lateRecord(at place: inout RecordPlace) throws(ImportFailure) -> ImportRecord? {
    // Links without a target were counted when the row was first read.
    let dangling = reader.dangling
    defer { reader.dangling = dangling }
    return try record(rowsAgain, &place, isLate: true)
  }

  private func record(_ cursor: RowCursor, _ place: inout RecordPlace, isLate: Bool) throws(ImportFailure) -> ImportRecord? {
    let row: [SQLiteValue]
    do throws(SQLiteError) {
      guard let next = try cursor.row(place.offset) else { return nil }
      row = next
    } catch {
      throw ImportFailure(place: name, message: error.description)
    }
    var rowID: Int64?
    if let term = plan.rowID, case .integer(let number) = row[term] { rowID = number }
    let offset = place.offset
    place = RecordPlace(offset: offset + 1, line: 0)
    do throws(RowReader.Failure) {
      return try reader.record(row, plan, isLate: isLate, number: plan.isNumbered ? rowID ?? Int64(offset + 1) : nil)
    } catch {
      let here = text(rowID, offset)
      switch error {
      case .value(let failure): throw ImportFailure(place: here, message: failure.message)
      case .database(let failure): throw ImportFailure(place: here, message: failure.description)
      }
    }
  }

  /// Returns the number by which links refer to the row at an offset: the rowid or, in a table without rowids, `offset` + 1. Returns nil if
  /// there is no such row in a table with rowids.
  func number(_ offset: Int) throws(SQLiteError) -> Int64? {
    if plan.table.rowID == nil { return Int64(offset + 1) }
    guard case .integer(let number)? = try numbers.row(offset)?.first else { return nil }
    return number
  }

  func text(_ place: RecordPlace) -> String {
    text(plan.table.rowID == nil ? nil : try? number(place.offset), place.offset)
  }

  private func text(_ rowID: Int64?, _ offset: Int) -> String { rowID.map { "\(name), rowid \($0)" } ?? "\(name), row \(offset + 1)" }
}
