/// The reason why an SQLite database cannot be used.
package enum SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The system has no libsqlite3 that can be loaded.
  case missing(reason: String)
  /// The system's libsqlite3 is older than required. The version has the form of `SQLITE_VERSION_NUMBER`.
  case tooOld(version: Int32)
  /// A call failed with a result code.
  /// - Parameters:
  ///   - code: The extended result code.
  ///   - message: SQLite's message.
  ///   - sql: The statement that failed; nil if the call concerned the database as a whole.
  case failed(path: String, code: Int32, message: String, sql: String?)

  /// A message that states what failed or what to install.
  package var description: String {
    switch self {
    case .missing(let reason):
      "SQLite's library cannot be loaded: \(reason). Install it with 'apt-get install libsqlite3-0' on Debian and Ubuntu, 'dnf install "
        + "sqlite-libs' on Fedora, 'zypper install libsqlite3-0' on openSUSE, 'apk add sqlite-libs' on Alpine or 'pacman -S sqlite' on "
        + "Arch; or set \(SQLiteLibrary.variable) to the path of its file"
    case .tooOld(let version):
      "SQLite's library has the version \(SQLiteError.text(version)), and \(SQLiteError.text(SQLiteLibrary.leastVersion)) or later is "
        + "required"
    case .failed(let path, let code, let message, let sql):
      "SQLite failed with code \(code) in '\(path)': \(message)" + (sql.map { " (\(SQLiteError.shown($0)))" } ?? "")
        + (SQLiteError.remedy(code).map { "; \($0)" } ?? "")
    }
  }

  // Returns the remedy for an error that concerns the file as a whole; nil for other errors. The low eight bits of an extended code are the
  // primary code.
  private static func remedy(_ code: Int32) -> String? {
    // `SQLITE_READONLY_ROLLBACK`: only a connection that may write can roll back an incomplete transaction.
    if code == 776 {
      return "open the database once with the program that wrote it, or with 'sqlite3', which undoes an incomplete transaction"
    }
    // `SQLITE_READONLY_CANTINIT` and `SQLITE_READONLY_DIRECTORY`, or `SQLITE_CANTOPEN`: SQLite creates files beside a database in WAL mode.
    let copy = "copy the file, and its '-wal' if there is one, to a folder in which files can be created"
    if code == 1288 || code == 1544 { return "a database in WAL mode cannot be read in a folder that is read-only: \(copy)" }
    switch code & 0xFF {
    case 14: return "check that the file exists and can be read; if the database is in WAL mode and its folder is read-only, \(copy)"
    case 5, 6: return "another program is writing to the database: close the program, or try again later"
    case 11: return "the file is damaged: 'sqlite3 damaged.sqlite .recover | sqlite3 new.sqlite' makes a new database of what can be read"
    default: return nil
    }
  }

  private static func text(_ version: Int32) -> String { "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)" }

  // Returns the beginning of a statement, on one line.
  private static func shown(_ sql: String) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 120 ? line.prefix(120) + "…" : line
  }
}
