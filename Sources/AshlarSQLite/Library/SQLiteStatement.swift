#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A compiled statement. Parameters and columns are numbered from 0.
package final class SQLiteStatement {
  private let handle: SQLiteLibrary.Statement
  private let library: SQLiteLibrary
  /// The database, which is retained as long as the statement exists.
  private let database: SQLiteDatabase
  private let sql: String
  private let isUTF16: Bool
  /// The number of columns of a row; 0 if the statement returns no rows.
  package let columnCount: Int

  init(_ handle: SQLiteLibrary.Statement, _ database: SQLiteDatabase, _ sql: String) {
    self.handle = handle
    self.database = database
    self.sql = sql
    library = database.library
    isUTF16 = database.isUTF16
    columnCount = Int(database.library.columnCount(handle))
  }

  // The result code is ignored, because it is that of the last step.
  deinit { _ = library.finalize(handle) }

  // MARK: - Parameters

  package func bindNull(_ index: Int) throws(SQLiteError) { try check(library.bindNull(handle, Int32(index + 1))) }

  package func bind(_ value: Int64, _ index: Int) throws(SQLiteError) {
    try check(library.bindInteger(handle, Int32(index + 1), value))
  }

  /// Binds a number. SQLite stores NaN as NULL; callers must bind it as text.
  package func bind(_ value: Double, _ index: Int) throws(SQLiteError) {
    try check(library.bindReal(handle, Int32(index + 1), value))
  }

  package func bind(_ value: String, _ index: Int) throws(SQLiteError) {
    var value = value
    try check(value.withUTF8 { bindText(UnsafeRawBufferPointer($0), index) })
  }

  /// Binds bytes as text, without checking that they are valid UTF-8.
  package func bind(text: [UInt8], _ index: Int) throws(SQLiteError) {
    try check(text.withUnsafeBytes { bindText($0, index) })
  }

  package func bind(bytes: [UInt8], _ index: Int) throws(SQLiteError) {
    try check(bytes.withUnsafeBytes { bindBytes($0, index) })
  }

  func bind(_ data: Data, _ index: Int) throws(SQLiteError) {
    try check(data.withUnsafeBytes { bindBytes($0, index) })
  }

  package func bind(_ value: SQLiteValue, _ index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(index)
    case .integer(let value): try bind(value, index)
    case .real(let value): try bind(value, index)
    case .text(let value): try bind(value, index)
    case .damagedText(let bytes): try bind(text: bytes, index)
    // SQLite would change the text.
    case .damagedUTF16:
      throw .failed(path: database.path, code: 20, message: "a value is text that is not valid UTF-16: correct it", sql: sql)
    case .blob(let bytes): try bind(bytes: bytes, index)
    }
  }

  // The address of an empty buffer may be a null pointer, which would be bound as NULL.
  private static let empty: [UInt8] = [0]

  private func bindText(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int32 {
    guard let start = bytes.baseAddress else {
      return Self.empty.withUnsafeBytes { empty in
        guard let start = empty.baseAddress else { return 7 }
        return library.bindText(handle, Int32(index + 1), start, 0, SQLiteLibrary.copied, SQLiteLibrary.utf8)
      }
    }
    return library.bindText(handle, Int32(index + 1), start, UInt64(bytes.count), SQLiteLibrary.copied, SQLiteLibrary.utf8)
  }

  private func bindBytes(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int32 {
    guard let start = bytes.baseAddress else {
      return Self.empty.withUnsafeBytes { empty in
        guard let start = empty.baseAddress else { return 7 }
        return library.bindBytes(handle, Int32(index + 1), start, 0, SQLiteLibrary.copied)
      }
    }
    return library.bindBytes(handle, Int32(index + 1), start, UInt64(bytes.count), SQLiteLibrary.copied)
  }

  // MARK: - Steps

  /// Advances to the next row. Returns false after the last row; the next call then executes the statement again.
  package func step() throws(SQLiteError) -> Bool {
    let code = library.step(handle)
    if code == SQLiteLibrary.Code.row { return true }
    guard code == SQLiteLibrary.Code.done else {
      let failure = database.failure(code, sql)
      _ = library.reset(handle)
      throw failure
    }
    // The result code of `reset` is that of the step.
    _ = library.reset(handle)
    return false
  }

  /// Executes a statement that returns no rows. Parameters retain their values.
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Resets the statement: the next step executes it again.
  package func reset() { _ = library.reset(handle) }

  // MARK: - Columns

  /// Returns the name of a column.
  package func name(_ column: Int) -> String { library.columnName(handle, Int32(column)).map { String(cString: $0) } ?? "" }

  /// The values of the current row.
  package var values: [SQLiteValue] {
    var values: [SQLiteValue] = []
    read(into: &values)
    return values
  }

  /// Replaces the elements of an array with the values of the current row. An array that is used for many rows is allocated once.
  func read(into values: inout [SQLiteValue]) {
    values.removeAll(keepingCapacity: true)
    values.reserveCapacity(columnCount)
    for column in 0..<columnCount { values.append(value(column)) }
  }

  /// Returns a value of the current row.
  package func value(_ column: Int) -> SQLiteValue {
    let column = Int32(column)
    switch library.columnType(handle, column) {
    case SQLiteLibrary.Code.integer: return .integer(library.columnInteger(handle, column))
    case SQLiteLibrary.Code.real: return .real(library.columnReal(handle, column))
    case SQLiteLibrary.Code.text where isUTF16: return text16(column)
    case SQLiteLibrary.Code.text:
      // The text must be requested before its size, because `columnSize` returns the size of the form that was requested last.
      let start = library.columnText(handle, column)
      let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(library.columnSize(handle, column)))
      return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .damagedText(Array(bytes))
    case SQLiteLibrary.Code.blob:
      let start = library.columnBytes(handle, column)
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(library.columnSize(handle, column)))))
    default: return .null
    }
  }

  private func text16(_ column: Int32) -> SQLiteValue {
    // As with UTF-8, the text must be requested before its size. The form is the byte order of the processor.
    let start = library.columnText16(handle, column)
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(library.columnSize16(handle, column)))
    let units = stride(from: 0, to: bytes.count & ~1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) }
    let text = bytes.count & 1 == 0 ? String(validating: units, as: UTF16.self) : nil
    return text.map { .text($0) } ?? .damagedUTF16(units)
  }

  private func check(_ code: Int32) throws(SQLiteError) { try database.check(code, sql) }
}
