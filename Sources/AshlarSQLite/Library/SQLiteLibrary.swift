#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The functions of the system's libsqlite3. The library is loaded when a database is first opened. No target links it, so programs that
/// never open an SQLite database run without it.
struct SQLiteLibrary: Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer

  let open: @convention(c) @Sendable (UnsafePointer<CChar>, UnsafeMutablePointer<Database?>, Int32, UnsafePointer<CChar>?) -> Int32
  let close: @convention(c) @Sendable (Database) -> Int32
  let extendedResultCodes: @convention(c) @Sendable (Database, Int32) -> Int32
  let errorMessage: @convention(c) @Sendable (Database) -> UnsafePointer<CChar>?
  let errorText: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?
  let busyTimeout: @convention(c) @Sendable (Database, Int32) -> Int32

  let prepare:
    @convention(c) @Sendable (
      Database, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Statement?>, UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  let finalize: @convention(c) @Sendable (Statement) -> Int32
  let step: @convention(c) @Sendable (Statement) -> Int32
  let reset: @convention(c) @Sendable (Statement) -> Int32

  let bindNull: @convention(c) @Sendable (Statement, Int32) -> Int32
  let bindInteger: @convention(c) @Sendable (Statement, Int32, Int64) -> Int32
  let bindReal: @convention(c) @Sendable (Statement, Int32, Double) -> Int32
  // In C, the fifth parameter of the next two functions is a destructor. Only the constant `copied` is passed, which is not a valid
  // function pointer.
  let bindText: @convention(c) @Sendable (Statement, Int32, UnsafeRawPointer, UInt64, UnsafeMutableRawPointer?, UInt8) -> Int32
  let bindBytes: @convention(c) @Sendable (Statement, Int32, UnsafeRawPointer, UInt64, UnsafeMutableRawPointer?) -> Int32

  let columnCount: @convention(c) @Sendable (Statement) -> Int32
  let columnName: @convention(c) @Sendable (Statement, Int32) -> UnsafePointer<CChar>?
  let columnType: @convention(c) @Sendable (Statement, Int32) -> Int32
  let columnInteger: @convention(c) @Sendable (Statement, Int32) -> Int64
  let columnReal: @convention(c) @Sendable (Statement, Int32) -> Double
  let columnText: @convention(c) @Sendable (Statement, Int32) -> UnsafePointer<UInt8>?
  let columnText16: @convention(c) @Sendable (Statement, Int32) -> UnsafeRawPointer?
  let columnSize16: @convention(c) @Sendable (Statement, Int32) -> Int32
  let columnBytes: @convention(c) @Sendable (Statement, Int32) -> UnsafeRawPointer?
  let columnSize: @convention(c) @Sendable (Statement, Int32) -> Int32

  // The parameters are the connection and the names of the database, the table and the column, followed by the declared type, the
  // collation, and three flags.
  let columnMetadata:
    @convention(c) @Sendable (
      Database, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?
    ) -> Int32

  /// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns.
  static var copied: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
  /// `SQLITE_UTF8`.
  static let utf8: UInt8 = 1
}

extension SQLiteLibrary {
  /// The result codes that are not errors, and the types of values.
  enum Code {
    static let ok: Int32 = 0
    static let row: Int32 = 100
    static let done: Int32 = 101

    static let integer: Int32 = 1
    static let real: Int32 = 2
    static let text: Int32 = 3
    static let blob: Int32 = 4
    static let null: Int32 = 5
  }

  /// The first version with all functions and all SQL that this target requires: 3.26. Before 3.31, SQLite ignores the pragma
  /// `trusted_schema`.
  static let leastVersion: Int32 = 3_026_000

  /// The environment variable that contains the path of the library's file. If it is not set, the names in `names` are tried in turn.
  static let variable = "ASHLAR_SQLITE"

  #if canImport(Darwin)
    static let names = ["/usr/lib/libsqlite3.dylib", "libsqlite3.dylib"]
  #else
    // The name without a version is part of the development package.
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]
  #endif

  private static let shared: Result<SQLiteLibrary, SQLiteError> = {
    do throws(SQLiteError) {
      return .success(try load(getenv(variable).map { [String(cString: $0)] } ?? names))
    } catch {
      return .failure(error)
    }
  }()

  /// Returns the library, which stays loaded until the process ends. Throws `SQLiteError.missing` if it cannot be loaded or lacks a
  /// function, and `.tooOld` if its version is less than `leastVersion`.
  static func loaded() throws(SQLiteError) -> SQLiteLibrary { try shared.get() }

  /// Loads the first library that the dynamic linker can load.
  /// - Parameter names: File names, which the dynamic linker searches for, or paths.
  static func load(_ names: [String]) throws(SQLiteError) -> SQLiteLibrary {
    var reason = "no name was given"
    for name in names {
      if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return try SQLiteLibrary(library, name) }
      reason = dlerror().map { String(cString: $0) } ?? "\(name) cannot be loaded"
    }
    throw .missing(reason: reason)
  }

  private init(_ library: UnsafeMutableRawPointer, _ name: String) throws(SQLiteError) {
    func find<Function>(_ symbol: String, _ type: Function.Type = Function.self) throws(SQLiteError) -> Function {
      guard let address = dlsym(library, symbol) else { throw .missing(reason: "\(name) has no function \(symbol)") }
      return unsafeBitCast(address, to: type)
    }
    let version: @convention(c) @Sendable () -> Int32 = try find("sqlite3_libversion_number")
    if version() < Self.leastVersion { throw .tooOld(version: version()) }
    open = try find("sqlite3_open_v2")
    close = try find("sqlite3_close_v2")
    extendedResultCodes = try find("sqlite3_extended_result_codes")
    errorMessage = try find("sqlite3_errmsg")
    errorText = try find("sqlite3_errstr")
    busyTimeout = try find("sqlite3_busy_timeout")
    prepare = try find("sqlite3_prepare_v2")
    finalize = try find("sqlite3_finalize")
    step = try find("sqlite3_step")
    reset = try find("sqlite3_reset")
    bindNull = try find("sqlite3_bind_null")
    bindInteger = try find("sqlite3_bind_int64")
    bindReal = try find("sqlite3_bind_double")
    bindText = try find("sqlite3_bind_text64")
    bindBytes = try find("sqlite3_bind_blob64")
    columnCount = try find("sqlite3_column_count")
    columnName = try find("sqlite3_column_name")
    columnType = try find("sqlite3_column_type")
    columnInteger = try find("sqlite3_column_int64")
    columnReal = try find("sqlite3_column_double")
    columnText = try find("sqlite3_column_text")
    columnText16 = try find("sqlite3_column_text16")
    columnSize16 = try find("sqlite3_column_bytes16")
    columnBytes = try find("sqlite3_column_blob")
    columnSize = try find("sqlite3_column_bytes")
    columnMetadata = try find("sqlite3_table_column_metadata")
  }
}
