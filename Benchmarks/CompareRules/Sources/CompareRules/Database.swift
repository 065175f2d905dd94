import CSQLite
import Foundation

/// An error of SQLite.
struct SQLiteError: Error, CustomStringConvertible {
  var code: Int32
  var description: String

  /// Whether a constraint refused the statement.
  var isConstraint: Bool { code & 0xff == SQLITE_CONSTRAINT }
}

/// A database in memory, with foreign keys.
final class Database {
  private let handle: OpaquePointer

  init() throws {
    var opened: OpaquePointer?
    guard sqlite3_open(":memory:", &opened) == SQLITE_OK, let opened else {
      throw SQLiteError(code: SQLITE_CANTOPEN, description: "SQLite opens no database in memory")
    }
    handle = opened
    // Triggers of a table fire for rows that they delete themselves.
    try run("PRAGMA foreign_keys = ON")
    try run("PRAGMA recursive_triggers = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Executes a statement with values for its parameters, and returns its rows.
  @discardableResult
  func run(_ text: String, _ values: [Value] = []) throws -> [[Value]] {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw error(text) }
    defer { sqlite3_finalize(prepared) }
    for (index, value) in values.enumerated() { bind(value, to: prepared, Int32(index + 1)) }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(prepared)).map { Database.value(prepared, $0) })
      case SQLITE_DONE: return rows
      default: throw error(text)
      }
    }
  }

  /// Executes the body in a transaction. Returns the message of the constraint that refused a statement or the commit, and then leaves the
  /// database as it was; otherwise nil.
  func transaction(_ body: () throws -> Void) throws -> String? {
    try run("BEGIN")
    do {
      try body()
      try run("COMMIT")
      return nil
    } catch let error as SQLiteError where error.isConstraint {
      try run("ROLLBACK")
      return error.description
    }
  }

  private func bind(_ value: Value, to statement: OpaquePointer, _ index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .int(let int), .link(let int): sqlite3_bind_int64(statement, index, Int64(int))
    case .real(let real): sqlite3_bind_double(statement, index, real)
    case .text(let text):
      var text = text
      text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { compare_bind_text(statement, index, $0.baseAddress, Int32($0.count)) }
      }
    case .bytes(let bytes): _ = bytes.withUnsafeBytes { compare_bind_blob(statement, index, $0.baseAddress, Int32($0.count)) }
    }
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .int(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let text = UnsafeRawPointer(sqlite3_column_text(statement, column))
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))))
    default: return .null
    }
  }

  private func error(_ text: String) -> SQLiteError {
    SQLiteError(code: sqlite3_extended_errcode(handle), description: "\(String(cString: sqlite3_errmsg(handle)))")
  }
}
