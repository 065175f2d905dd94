/// An open SQLite database. It must be used by one thread at a time.
package final class SQLiteDatabase {
  package enum Mode: Sendable {
    /// The database is only read.
    case reading
    /// An existing file, which may be empty, is written.
    case writing
    /// The database is in memory, and the path is ignored.
    case memory

    fileprivate var flags: Int32 {
      switch self {
      case .reading: 1
      case .writing: 2
      case .memory: 6
      }
    }
  }

  let library: SQLiteLibrary
  /// The path that messages state.
  let path: String
  private var handle: SQLiteLibrary.Database?
  /// Whether new statements read text in UTF-16: see `readEncoding`.
  private(set) var isUTF16 = false

  /// Opens a database. All later calls wait up to five seconds for locks of other processes.
  /// - Parameter name: The path that messages state; `path` by default.
  package init(_ path: String, _ mode: Mode, named name: String? = nil) throws(SQLiteError) {
    library = try SQLiteLibrary.loaded()
    self.path = name ?? path
    // If SQLite has been compiled with `SQLITE_USE_URI`, it interprets a name that begins with "file:" as a URI.
    let name = mode == .memory ? ":memory:" : path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    var opened: SQLiteLibrary.Database?
    let code = library.open(name, &opened, mode.flags, nil)
    handle = opened
    // A database that could not be opened has a handle with the message; it is closed when this instance is released.
    try check(code, nil)
    if let opened {
      try check(library.extendedResultCodes(opened, 1), nil)
      try check(library.busyTimeout(opened, 5000), nil)
    }
  }

  deinit { if let handle { _ = library.close(handle) } }

  /// Closes the database. Its statements must have been released.
  package func close() throws(SQLiteError) {
    guard let closed = handle else { return }
    handle = nil
    let code = library.close(closed)
    if code != SQLiteLibrary.Code.ok { throw failure(code, nil) }
  }

  /// Determines the encoding of the text in the database. If it is UTF-16, statements validate text in this form: SQLite would replace
  /// invalid parts without an error if it converted the text to UTF-8.
  func readEncoding() throws(SQLiteError) {
    guard case .text(let encoding)? = try rows("PRAGMA encoding").first?.first else { return }
    isUTF16 = encoding.hasPrefix("UTF-16")
  }

  /// Compiles one statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    guard let handle else { throw .failed(path: path, code: 21, message: "the database is closed", sql: sql) }
    // SQLite would read only the text before the NUL.
    if sql.utf8.contains(0) { throw .failed(path: path, code: 21, message: "the statement contains NUL", sql: nil) }
    var sql = sql
    var statement: SQLiteLibrary.Statement?
    let code = sql.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { text -> Int32 in
        guard let start = text.baseAddress, let count = Int32(exactly: text.count) else { return 18 }
        return library.prepare(handle, start, count, &statement, nil)
      }
    }
    try check(code, sql)
    guard let statement else { throw .failed(path: path, code: 21, message: "the statement is empty", sql: sql) }
    return SQLiteStatement(statement, self, sql)
  }

  /// Executes one statement, and ignores its rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Returns all rows of a statement.
  package func rows(_ sql: String) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  /// Returns the name of the collation with which SQLite compares the values of a column, such as `BINARY` or `NOCASE`.
  func collation(_ table: String, _ column: String) throws(SQLiteError) -> String {
    guard let handle else { throw .failed(path: path, code: 21, message: "the database is closed", sql: nil) }
    var name: UnsafePointer<CChar>?
    try check(library.columnMetadata(handle, "main", table, column, nil, &name, nil, nil, nil), nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  func check(_ code: Int32, _ sql: String?) throws(SQLiteError) {
    if code != SQLiteLibrary.Code.ok { throw failure(code, sql) }
  }

  func failure(_ code: Int32, _ sql: String?) -> SQLiteError {
    let text = handle.flatMap { library.errorMessage($0) } ?? library.errorText(code)
    return .failed(path: path, code: code, message: text.map { String(cString: $0) } ?? "unknown error", sql: sql)
  }
}
