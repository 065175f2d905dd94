import Foundation

/// A PostgreSQL server of a test's own, in a temporary folder, reached by a socket in it. It ends together with its owner, and with the
/// process, however that ends.
public final class PostgreSQLServer {
  /// Where the server's programs are; nil where it is not installed.
  private static let programs: URL? = {
    let all = URL(fileURLWithPath: "/usr/lib/postgresql")
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: all.path)) ?? []).compactMap { Int($0) }.sorted()
    guard let newest = versions.last else { return nil }
    let folder = all.appending(path: "\(newest)/bin")
    return FileManager.default.isExecutableFile(atPath: folder.appending(path: "initdb").path) ? folder : nil
  }()

  /// Whether tests can start one. The server does not run as root: root lends it the user `postgres`, or `nobody`.
  public static var isAvailable: Bool { programs != nil && (getuid() != 0 || user != nil) }
  /// Why tests are skipped where they cannot.
  public static let reason = "PostgreSQL's server is not installed (Debian: apt-get install postgresql)"

  private static let user: String? = ["postgres", "nobody"].first { getpwnam($0) != nil }

  private let folder: TemporaryFolder
  /// The folder with the socket, as libpq takes it for a host.
  public var host: String { folder.path }
  /// The port, which with a socket is part of its name; with `listens` also one of 127.0.0.1.
  public let port: Int
  /// What to connect with.
  public var address: String { "host=\(host) port=\(port) user=postgres dbname=postgres" }
  private let settings: [String]
  private let watcher: ServerWatcher

  /// Makes and starts a server.
  /// - Parameters:
  ///   - port: a free port of 127.0.0.1 to listen at; nil for the socket alone.
  ///   - settings: more of them, as `name=value`.
  public init(port: Int? = nil, settings: [String] = []) throws {
    folder = try TemporaryFolder()
    self.port = port ?? 5432
    self.settings =
      ["unix_socket_directories=\(folder.path)", "listen_addresses=\(port == nil ? "" : "127.0.0.1")", "port=\(self.port)", "fsync=off"]
      + ["shared_buffers=32MB", "max_wal_size=256MB"] + settings
    watcher = try ServerWatcher(folder: folder.path, data: folder.file("data"))
    if getuid() == 0 { try check(Shell.run(URL(fileURLWithPath: "/bin/chown"), [PostgreSQLServer.user ?? "", folder.path])) }
    try check(run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-N", "--no-instructions", "-E", "UTF8", "--locale=C.UTF-8"]))
    try start()
  }

  deinit {
    _ = try? run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
    watcher.end()
  }

  private var data: String { folder.file("data") }

  /// Starts it again.
  public func start() throws {
    let options = settings.flatMap { ["-c", $0] }.joined(separator: " ")
    try check(run("pg_ctl", ["-D", data, "-l", folder.file("log"), "-w", "-t", "60", "-o", options, "start"]))
  }

  /// Starts it again after `kill`, when the last of its processes has ended.
  public func restart() throws {
    for _ in 0..<100 {
      if (try? start()) != nil { return }
      usleep(50_000)
    }
    try start()
  }

  /// Ends it as the loss of its process would: all of its processes are killed.
  public func kill() throws {
    guard let process = processIdentifier else { return }
    // The others end when they find that it is gone.
    Foundation.kill(process, SIGKILL)
    for _ in 0..<1000 where Foundation.kill(process, 0) == 0 { usleep(5000) }
  }

  /// The server's first process; nil while none runs.
  public var processIdentifier: Int32? {
    let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { Int32($0) }.flatMap { $0 > 1 ? $0 : nil }
  }

  /// The folder that the server's user may write to.
  public var path: String { folder.path }

  /// Gives a file or folder to the server's user.
  public func give(_ path: String) throws {
    if getuid() == 0 { try check(Shell.run(URL(fileURLWithPath: "/bin/chown"), ["-R", PostgreSQLServer.user ?? "", path])) }
  }

  /// Runs statements one after the other; throws what the first that fails says. The rows' columns are separated by `|`.
  @discardableResult
  public func query(_ sql: String) throws -> String {
    let file = folder.file("query-\(UUID().uuidString).sql")
    try Data(sql.utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard let programs = PostgreSQLServer.programs else { throw Failure(text: PostgreSQLServer.reason) }
    let result = try Shell.run(
      programs.appending(path: "psql"), ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", file, address],
      environment: ["PGCLIENTENCODING": "UTF8"])
    try check(result)
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
  }

  /// What a program said that failed.
  public struct Failure: Error, CustomStringConvertible {
    let text: String
    /// The program's words.
    public var description: String { text }
  }

  // The server outlives `pg_ctl`. It must not inherit the descriptor by which Foundation notices that a process and all its children have
  // ended, so everything but the standard three is closed.
  private static let closing = #"for file in /proc/self/fd/*; do n=${file##*/}; [ "$n" -le 2 ] || eval "exec $n>&-"; done; exec "$@""#

  private func run(_ program: String, _ arguments: [String]) throws -> Shell.Result {
    guard let programs = PostgreSQLServer.programs else { throw Failure(text: PostgreSQLServer.reason) }
    var command = [programs.appending(path: program).path] + arguments
    if getuid() == 0 { command = ["/usr/sbin/runuser", "-u", PostgreSQLServer.user ?? "", "--"] + command }
    return try Shell.run(URL(fileURLWithPath: "/bin/bash"), ["-c", PostgreSQLServer.closing, "bash"] + command, in: folder.url)
  }

  private func check(_ result: Shell.Result) throws {
    if result.status != 0 { throw Failure(text: result.errors + result.output) }
  }
}
