/// Reads the rows of a table in order, beginning at any row.
final class RowCursor {
  private let database: SQLiteDatabase
  private let sql: String
  private var statement: SQLiteStatement?
  // The offset of the next row of the statement.
  private var position = 0
  private var isAtEnd = false
  // A statement that has failed would be executed again from its first row.
  private var hasFailed = false
  private var row: [SQLiteValue] = []

  /// - Parameter sql: A query of all rows in a fixed order, without a limit.
  init(_ database: SQLiteDatabase, _ sql: String) {
    self.database = database
    self.sql = sql
  }

  /// Returns the row at an offset; nil after the last row, and after a call that threw. Rows with ascending offsets are read in one
  /// execution of the statement.
  func row(_ offset: Int) throws(SQLiteError) -> [SQLiteValue]? {
    if hasFailed { return nil }
    do throws(SQLiteError) {
      return try next(offset)
    } catch {
      hasFailed = true
      throw error
    }
  }

  private func next(_ offset: Int) throws(SQLiteError) -> [SQLiteValue]? {
    if statement == nil || offset < position { try begin(at: offset) }
    guard let statement, !isAtEnd else { return nil }
    while position <= offset {
      guard try statement.step() else {
        isAtEnd = true
        return nil
      }
      position += 1
    }
    statement.read(into: &row)
    return row
  }

  private func begin(at offset: Int) throws(SQLiteError) {
    let statement: SQLiteStatement
    if let known = self.statement { statement = known } else { statement = try database.prepare(sql + " LIMIT -1 OFFSET ?") }
    self.statement = statement
    statement.reset()
    try statement.bind(Int64(offset), 0)
    position = offset
    isAtEnd = false
  }
}
