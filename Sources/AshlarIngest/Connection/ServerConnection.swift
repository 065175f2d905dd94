import CLibPQ

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection to a server, used by one thread at a time. Every wait for the server throws `Stopped` once `isStopped` returns true.
///
/// Invariants: `connection` is valid until `deinit`; every libpq result is cleared in the function that received it.
final class ServerConnection {
  struct Stopped: Error {}

  private let connection: OpaquePointer
  private let isStopped: () -> Bool
  /// The longest wait for a response of the server, in milliseconds.
  private let timeout: Int
  private var prepared: Set<String> = []

  /// Connects. Throws `ServerError`, or `Stopped` if `isStopped` returns true during the wait.
  /// - Parameter address: A libpq connection string, either a URL or `name=value` pairs. Environment variables and service files supply
  ///   omitted parameters.
  init(_ address: String, timeout: Int, isStopped: @escaping () -> Bool) throws {
    self.isStopped = isStopped
    self.timeout = timeout
    // Without keepalives, a server that vanishes silently could block a sender for hours.
    let names: [String?] = [
      "dbname", "fallback_application_name", "client_encoding", "keepalives_idle", "keepalives_interval", "keepalives_count", nil,
    ]
    let values: [String?] = [address, "ashlar ingest", "UTF8", "30", "10", "3", nil]
    let started = ServerConnection.withStrings(names) { names in
      ServerConnection.withStrings(values) { PQconnectStartParams(names, $0, 1) }
    }
    guard let started else { throw ServerError(state: "", message: "out of memory") }
    connection = started
    var wanted = PGRES_POLLING_WRITING
    let end = ServerConnection.now() + timeout
    while wanted != PGRES_POLLING_OK {
      if PQstatus(connection) == CONNECTION_BAD || wanted == PGRES_POLLING_FAILED { throw failure() }
      try wait(for: wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: end)
      wanted = PQconnectPoll(connection)
    }
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // Sends are nonblocking, so that the timeout applies to them, too.
    PQsetnonblocking(connection, 1)
  }

  deinit { PQfinish(connection) }

  /// The host, port and database, for messages; never contains the password.
  var name: String {
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    return "\(text(PQhost(connection))):\(text(PQport(connection)))/\(text(PQdb(connection)))"
  }

  // MARK: - Statements

  /// The result rows as text, and the number of rows that the statement affected.
  struct Answer {
    var rows: [[String?]] = []
    var changed = 0
  }

  /// Executes a statement with parameters in binary format. Prepares the statement on first use.
  func run(_ statement: String, types: [UInt32], _ values: [[UInt8]]) throws -> Answer {
    // The name is a hash, because the server truncates long names.
    let name = "a\(statement.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })"
    if !prepared.contains(name) {
      guard PQsendPrepare(connection, name, statement, Int32(types.count), types) == 1 else { throw failure() }
      _ = try answer()
      prepared.insert(name)
    }
    let lengths = values.map { Int32($0.count) }
    let formats = [Int32](repeating: 1, count: values.count)
    let sent = ServerConnection.withPointers(values) { pointers in
      PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 0)
    }
    guard sent == 1 else { throw failure() }
    return try answer()
  }

  /// Executes a statement with parameters as text.
  func run(_ statement: String, _ values: [String] = []) throws -> Answer {
    let sent = ServerConnection.withStrings(values.map { $0 as String? }) { pointers in
      PQsendQueryParams(connection, statement, Int32(pointers.count), nil, pointers, nil, nil, 0)
    }
    guard sent == 1 else { throw failure() }
    return try answer()
  }

  private func answer() throws -> Answer {
    var answer = Answer()
    var fault: ServerError?
    let end = ServerConnection.now() + timeout
    while true {
      let left = PQflush(connection)
      if left < 0 { throw failure() }
      if left == 0 { break }
      // The server may block until its output is read, so wait for input as well.
      try wait(for: POLLIN | POLLOUT, until: end)
      guard PQconsumeInput(connection) == 1 else { throw failure() }
    }
    while true {
      while PQisBusy(connection) == 1 {
        try wait(for: POLLIN, until: end)
        guard PQconsumeInput(connection) == 1 else { throw failure() }
      }
      guard let result = PQgetResult(connection) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: read(result, into: &answer)
      default: fault = fault ?? error(of: result)
      }
    }
    if PQstatus(connection) == CONNECTION_BAD { throw failure() }
    if let fault { throw fault }
    return answer
  }

  private func read(_ result: OpaquePointer, into answer: inout Answer) {
    answer.changed = Int(String(cString: PQcmdTuples(result))) ?? 0
    for row in 0..<PQntuples(result) {
      answer.rows.append(
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
        })
    }
  }

  private func error(of result: OpaquePointer) -> ServerError {
    // The letters are libpq's field codes.
    func field(_ letter: Character) -> String? { PQresultErrorField(result, Int32(letter.asciiValue ?? 0)).map { String(cString: $0) } }
    guard let state = field("C") else { return failure() }
    return ServerError(state: state, message: [field("M"), field("D")].compactMap(\.self).joined(separator: ". "), column: field("c"))
  }

  private func failure() -> ServerError {
    var message = String(cString: PQerrorMessage(connection))
    while message.last?.isNewline == true { message.removeLast() }
    return ServerError(state: "", message: message.isEmpty ? "the connection was lost" : message)
  }

  // MARK: - Waiting

  private func wait(for events: Int32, until end: Int) throws {
    var entry = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
    while true {
      if isStopped() { throw Stopped() }
      if ServerConnection.now() > end {
        throw ServerError(state: "", message: "the server did not answer within \(timeout / 1000) s")
      }
      if poll(&entry, 1, 100) != 0 { return }
    }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  // MARK: - C strings

  private static func withStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    let copies = texts.map { text -> UnsafeMutablePointer<CChar>? in text.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { $0.map { UnsafePointer($0) } })
  }

  private static func withPointers<Result>(_ values: [[UInt8]], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
      if index == values.count { return body(pointers) }
      return values[index].withUnsafeBytes { bytes in
        next(index + 1, pointers + [bytes.baseAddress?.assumingMemoryBound(to: CChar.self)])
      }
    }
    return next(0, [])
  }
}
