import Foundation
import TestSupport
import Testing

@testable import AshlarSQLite

@Suite("SQLite's library")
struct SQLiteLibraryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // An empty file, which is an empty database.
  private func database(_ name: String = "a.sqlite") throws -> SQLiteDatabase {
    let path = folder.file(name)
    try Data().write(to: URL(fileURLWithPath: path))
    return try SQLiteDatabase(path, .writing)
  }

  @Test("a missing library is an error that names the packages to install")
  func missing() {
    let error = #expect(throws: SQLiteError.self) { _ = try SQLiteLibrary.load(["/no/such/libsqlite3.so"]) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("SQLite's library cannot be loaded: /no/such/libsqlite3.so"))
    for part in ["'apt-get install libsqlite3-0' on Debian", "'dnf install sqlite-libs' on Fedora", "ASHLAR_SQLITE"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("a library without SQLite's functions is refused")
  func otherLibrary() throws {
    // The C library is loaded already.
    #if canImport(Darwin)
      let name = "/usr/lib/libSystem.dylib"
    #else
      let name = "libc.so.6"
    #endif
    let error = #expect(throws: SQLiteError.self) { _ = try SQLiteLibrary.load([name]) }
    #expect(error == .missing(reason: "\(name) has no function sqlite3_libversion_number"))
  }

  @Test("the first library that exists is loaded")
  func second() throws {
    _ = try SQLiteLibrary.load(["/no/such/libsqlite3.so"] + SQLiteLibrary.names)
  }

  @Test("values are read as they were bound")
  func values() throws {
    let database = try database()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    let values: [SQLiteValue] = [
      .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(.infinity), .real(.leastNonzeroMagnitude), .text(""),
      .text("a\0b"), .text("é"), .text("e\u{301}"), .blob([]), .blob([0, 255]), .damagedText([0xC3, 0x28]), .damagedText([0xFF]),
    ]
    let insert = try database.prepare("INSERT INTO t (v) VALUES (?)")
    for value in values {
      try insert.bind(value, 0)
      try insert.run()
    }
    let rows = try database.rows("SELECT v FROM t ORDER BY id")
    #expect(rows.map { $0[0] } == values)
    // Composed and decomposed letters are equal in Swift.
    #expect(try database.rows("SELECT hex(v) FROM t WHERE id IN (10, 11)") == [[.text("C3A9")], [.text("65CC81")]])
    // SQLite has no NaN.
    try insert.bind(Double.nan, 0)
    try insert.run()
    #expect(try database.rows("SELECT v FROM t WHERE id = 16") == [[.null]])
  }

  @Test("a failed call throws the result code, the message and the statement")
  func failures() throws {
    let database = try database("b.sqlite")
    #expect(
      throws: SQLiteError.failed(
        path: folder.file("b.sqlite"), code: 1, message: "no such table: x", sql: "SELECT * FROM x")
    ) {
      _ = try database.prepare("SELECT * FROM x")
    }
    try database.execute("CREATE TABLE t (v TEXT NOT NULL UNIQUE)")
    let insert = try database.prepare("INSERT INTO t VALUES (?)")
    // The extended codes of NOT NULL and UNIQUE.
    let cases: [(SQLiteValue, Int32)] = [(.null, 1299), (.text("a"), 0), (.text("a"), 2067)]
    for (value, code) in cases {
      try insert.bind(value, 0)
      do throws(SQLiteError) {
        try insert.run()
        #expect(code == 0)
      } catch {
        guard case .failed(_, let found, _, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found == code)
      }
    }
    // A statement can be used again after a failure.
    try insert.bind("b", 0)
    try insert.run()
    #expect(try database.rows("SELECT count(*) FROM t") == [[.integer(2)]])
    #expect(throws: SQLiteError.self) { try database.execute("SELECT 1 \0 FROM nothing") }
    #expect(throws: SQLiteError.self) { try database.execute("") }
  }

  @Test("errors of a database that is in use or incomplete name the remedy")
  func remedies() throws {
    let database = try database("d.sqlite")
    let insert =
      "INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT hex(zeroblob(250)) FROM n"
    for sql in ["PRAGMA cache_size = 2", "CREATE TABLE t (v)", insert, "BEGIN", "UPDATE t SET v = v || 'x'"] { try database.execute(sql) }
    // As after a kill: the pages that the journal restores have been written.
    for ending in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: folder.file("d.sqlite" + ending), toPath: folder.file("e.sqlite" + ending))
    }
    let copy = try SQLiteDatabase(folder.file("e.sqlite"), .reading, named: "e.sqlite")
    let incomplete = #expect(throws: SQLiteError.self) { _ = try copy.rows("SELECT * FROM t") }
    #expect(incomplete?.description.hasSuffix("with 'sqlite3', which undoes an incomplete transaction") == true, "\(incomplete as Any)")
    let other = try SQLiteDatabase(folder.file("d.sqlite"), .reading, named: "d.sqlite")
    try other.execute("PRAGMA busy_timeout = 1")
    let locked = #expect(throws: SQLiteError.self) { _ = try other.rows("SELECT * FROM t") }
    #expect(locked?.description.hasSuffix("is writing to the database: close the program, or try again later") == true, "\(locked as Any)")
  }

  @Test("errors of a database in WAL mode whose folder is read-only name the remedy", arguments: [14, 1288, 1544] as [Int32])
  func readOnlyFolder(code: Int32) {
    let error = SQLiteError.failed(path: "d.sqlite", code: code, message: "m", sql: nil)
    #expect(error.description.hasSuffix("and its '-wal' if there is one, to a folder in which files can be created"), "\(error)")
  }

  @Test("a database that is only read cannot be changed, and a missing one is not created")
  func reading() throws {
    try database("c.sqlite").execute("CREATE TABLE t (v)")
    let database = try SQLiteDatabase(folder.file("c.sqlite"), .reading)
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: SQLiteError.self) { _ = try SQLiteDatabase(folder.file("missing.sqlite"), .reading) }
    #expect(throws: SQLiteError.self) { _ = try SQLiteDatabase(folder.file("missing.sqlite"), .writing) }
    #expect(try folder.names() == ["c.sqlite"])
    try Data("no database, but text".utf8).write(to: folder.url.appending(path: "text.sqlite"))
    let text = try SQLiteDatabase(folder.file("text.sqlite"), .reading)
    #expect(throws: SQLiteError.self) { _ = try text.rows("SELECT * FROM sqlite_master") }
  }
}
