import CSQLite
import Foundation

/// A failure of SQLite, in its words.
struct SQLiteError: Error, CustomStringConvertible {
  var description: String
}

/// A connection to a new file that syncs nothing, as `durability = .unsynced` does.
final class Database {
  private let handle: OpaquePointer
  private let path: String
  // Whether the files are removed with the connection.
  private let isOwner: Bool

  convenience init(_ path: String) throws {
    Database.remove(path)
    try self.init(path, isOwner: true)
  }

  private init(_ path: String, isOwner: Bool) throws {
    self.path = path
    self.isOwner = isOwner
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw SQLiteError(description: "\(path) does not open") }
    handle = opened
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296")
  }

  deinit {
    sqlite3_close_v2(handle)
    if isOwner { Database.remove(path) }
  }

  /// Another connection to the same file.
  func another() throws -> Database { try Database(path, isOwner: false) }

  /// The size of the file in bytes, when the log has been copied into it.
  func size() throws -> Int {
    try run("PRAGMA wal_checkpoint(TRUNCATE)")
    return try bytes("")
  }

  /// The size of the file and of its log, in bytes.
  func sizeWithLog() throws -> Int { try bytes("") + bytes("-wal") }

  private func bytes(_ suffix: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  func run(_ text: String) throws {
    if sqlite3_exec(handle, text, nil, nil, nil) != SQLITE_OK { throw error() }
  }

  func statement(_ text: String) throws -> Statement {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK, let prepared else {
      throw error()
    }
    return Statement(prepared)
  }

  func inTransaction(cancelled: Bool = false, _ body: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    try body()
    try run(cancelled ? "ROLLBACK" : "COMMIT")
  }

  private func error() -> SQLiteError { SQLiteError(description: String(cString: sqlite3_errmsg(handle))) }
}

/// A prepared statement. Columns that are bound count from 1, those that are read from 0.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func bind(_ column: Int32, _ value: Int) { sqlite3_bind_int64(handle, column, Int64(value)) }
  func bind(_ column: Int32, _ value: Double) { sqlite3_bind_double(handle, column, value) }
  func bindNull(_ column: Int32) { sqlite3_bind_null(handle, column) }

  /// Whether there is a row.
  func step() -> Bool { sqlite3_step(handle) == SQLITE_ROW }

  /// Runs a statement without rows, and makes it ready for the next values.
  func finish() throws {
    guard sqlite3_step(handle) == SQLITE_DONE else {
      throw SQLiteError(description: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
    sqlite3_reset(handle)
  }

  func reset() { sqlite3_reset(handle) }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func text(_ column: Int32) -> String { sqlite3_column_text(handle, column).map { String(cString: $0) } ?? "" }
  func textLength(_ column: Int32) -> Int {
    _ = sqlite3_column_text(handle, column)
    return Int(sqlite3_column_bytes(handle, column))
  }

  /// Binds texts for as long as `body` runs.
  func with<Result>(_ texts: [(column: Int32, text: String)], _ body: () throws -> Result) rethrows -> Result {
    guard let column = texts.first?.column, var text = texts.first?.text else { return try body() }
    return try text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) { bench_bind_text(handle, column, $0.baseAddress, Int32($0.count)) }
      return try with(Array(texts.dropFirst()), body)
    }
  }

  /// Binds an identifier for as long as `body` runs.
  func with<Result>(_ column: Int32, _ id: UUID, _ body: () throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: id.uuid) { bytes in
      bench_bind_blob(handle, column, bytes.baseAddress, 16)
      return try body()
    }
  }
}
