internal import AshlarInspection
internal import AshlarSchema

/// The rows of a table as records of an import, in the order of their rowids.
final class TableRecords: RecordSource {
  let name: String
  let count: Int
  private let plan: RowPlan
  private let reader: RowReader
  private let database: SQLiteDatabase
  // The terms, and the primary key if the table has no rowid.
  private let terms: String
  private let keyCount: Int
  // The rows in order, of which `position` have been read; nil before the first.
  private var rows: SQLiteStatement?
  private var position = 0
  private var isAtEnd = false
  private var seek: SQLiteStatement?
  // The primary keys of the rows read, if the table has no rowid.
  private var keys: [[SQLiteValue]] = []

  init(_ plan: RowPlan, _ reader: RowReader, _ database: SQLiteDatabase) throws(SQLiteError) {
    name = plan.table.name
    self.plan = plan
    self.reader = reader
    self.database = database
    let key = plan.rowID == nil ? plan.table.key.map { "o.\(SQLText.name($0))" } : []
    terms = (plan.terms + key).joined(separator: ", ")
    keyCount = key.count
    guard case .integer(let count)? = try database.rows("SELECT count(*) FROM \(SQLText.name(plan.table.name))").first?.first else {
      self.count = 0
      return
    }
    self.count = Int(count)
  }

  func record(at place: inout RecordPlace) throws(ImportFailure) -> ImportRecord? {
    let isAgain = place.offset < position
    guard let row = try row(at: place) else { return nil }
    let danglingCount = reader.danglingCount
    defer { if isAgain { reader.danglingCount = danglingCount } }
    var rowID: Int64?
    if let term = plan.rowID, case .integer(let number) = row[term] { rowID = number }
    let here = text(rowID, place)
    place = RecordPlace(offset: place.offset + 1, line: rowID.map { Int($0) } ?? 0)
    do throws(RowReader.Failure) {
      let members = try reader.members(row, plan)
      return ImportRecord(type: plan.model.name, row: plan.model.primaryKey == nil ? rowID : nil, members: members)
    } catch {
      switch error {
      case .value(let failure): throw ImportFailure(place: here, message: failure.message)
      case .database(let failure): throw ImportFailure(place: here, message: failure.description)
      }
    }
  }

  func text(_ place: RecordPlace) -> String {
    var rowID: Int64?
    if let row = try? row(at: place), let term = plan.rowID, case .integer(let number) = row[term] { rowID = number }
    return text(rowID, place)
  }

  private func text(_ rowID: Int64?, _ place: RecordPlace) -> String {
    rowID.map { "\(name), rowid \($0)" } ?? "\(name), row \(place.offset + 1)"
  }

  private func row(at place: RecordPlace) throws(ImportFailure) -> [SQLiteValue]? {
    do throws(SQLiteError) {
      return place.offset == position ? try nextRow() : try rowAgain(at: place)
    } catch {
      throw ImportFailure(place: name, message: error.description)
    }
  }

  private func nextRow() throws(SQLiteError) -> [SQLiteValue]? {
    if rows == nil {
      let order = plan.table.rowID.map { "o.\($0)" } ?? plan.table.key.map { "o.\(SQLText.name($0))" }.joined(separator: ", ")
      rows = try database.prepare("SELECT \(terms) FROM \(SQLText.name(name)) AS o ORDER BY \(order)")
    }
    if isAtEnd { return nil }
    guard let rows, try rows.step() else {
      isAtEnd = true
      return nil
    }
    position += 1
    let values = rows.values
    if keyCount > 0 { keys.append(Array(values.suffix(keyCount))) }
    return values
  }

  // Returns a row that has been read before: the one after the rowid of a position, or with the key that the row had.
  private func rowAgain(at place: RecordPlace) throws(SQLiteError) -> [SQLiteValue]? {
    let statement: SQLiteStatement
    if let seek {
      statement = seek
    } else {
      let condition =
        plan.table.rowID.map { "o.\($0) > ? OR ? = 0 ORDER BY o.\($0) LIMIT 1" }
        ?? plan.table.key.map { "o.\(SQLText.name($0)) = ?" }.joined(separator: " AND ")
      statement = try database.prepare("SELECT \(terms) FROM \(SQLText.name(name)) AS o WHERE \(condition)")
      seek = statement
    }
    defer { statement.reset() }
    if plan.table.rowID != nil {
      try statement.bind(Int64(place.line), 0)
      try statement.bind(Int64(place.offset), 1)
    } else {
      guard keys.indices.contains(place.offset) else { return nil }
      for (index, value) in keys[place.offset].enumerated() { try statement.bind(value, index) }
    }
    return try statement.step() ? statement.values : nil
  }
}
