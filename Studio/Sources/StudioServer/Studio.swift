internal import AshlarInspection
internal import HTTPTypes
public import Hummingbird
internal import Synchronization

/// Answers the requests of pages that show a file in browsers. Changes the file if the options permit it.
///
/// ```swift
/// let studio = try Studio(StudioOptions(file: "people.realm"))
/// studio.listen(on: 8080)
/// print(studio.link)
/// ```
public final class Studio: Sendable {
  let options: StudioOptions
  let access: AccessRules
  let clients: ClientList
  let opened: OpenedState
  /// Writes to the file; nil if no request may write.
  let editor: Editor?
  /// The sizes of tables and indexes when all pages were read last.
  let sizes: Mutex<FileSizes>
  private let running = Mutex(0)
  private let importing = Mutex(0)

  /// Opens the file, checks all of its pages, and closes it again. Throws `ViewFailure` if the file cannot be shown, such as because of a
  /// feature that this release does not know.
  public init(_ options: StudioOptions) throws {
    self.options = options
    access = AccessRules(options)
    clients = ClientList(options)
    editor = options.mayWrite ? Editor(options.file) : nil
    opened = try OpenedState(options.file)
    sizes = Mutex(opened.report.sizes)
  }

  /// Sets the port of the server, which the host of each request must name.
  public func listen(on port: Int) { access.listen(on: port) }

  /// The address to open in a browser, with the token.
  public var link: String { access.link }

  /// The address to which a local file redirects a browser, with the token. The browser sends no cookie with requests that a page of
  /// another origin causes, and the response is therefore a page that causes the next request.
  public var linkFromFile: String { access.link(path: AccessRules.fileTarget) }

  /// Ends all event streams.
  public func end() async { await clients.end() }

  /// Returns the response to a request. Refusals and failures are responses, too.
  public func respond(to request: Request) async -> Response {
    do {
      return try await answer(request)
    } catch {
      let failure = ServerFailure(error)
      return AccessRules.pages.contains(request.uri.path) ? Welcome.page(failure) : Answer.failure(failure)
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    try access.checkOrigin(request)
    guard (request.head.path ?? "").utf8.count <= StudioOptions.targetLimit else {
      throw ServerFailure(.uriTooLong, "size", "The address is too long.")
    }
    let path = request.uri.path
    let query = try Query(request.uri.query ?? "")
    if AccessRules.pages.contains(path), let token = query["token"] { return try exchange(token, query, request) }
    try access.checkCookie(request)
    guard path.hasPrefix("/api/") else {
      guard request.method == .get else { throw Studio.refused(request) }
      guard let file = PageFiles.answer(path) else { throw ServerFailure(.notFound, "path", "There is no such page.") }
      return file
    }
    guard let route = Route.all[path] else { throw ServerFailure(.notFound, "path", "There is no such request.") }
    guard request.method == (route.isPost ? .post : .get) else { throw Studio.refused(request) }
    if route.isPost { try access.checkPost(request, types: route.types) }
    if route.isWriting, !options.mayWrite { throw ServerFailure.disabled }
    return try await run(route, RouteRequest(request: request, query: query, client: try query.client()))
  }

  private func exchange(_ token: String, _ query: Query, _ request: Request) throws(ServerFailure) -> Response {
    guard request.method == .get else { throw Studio.refused(request) }
    let rest = query.without("token")
    let target = rest.isEmpty ? "/" : "/?\(rest)"
    let isFromFile = request.uri.path == AccessRules.fileTarget
    if let cookie = access.exchange(token) {
      return isFromFile ? Welcome.forward(cookie: cookie) : Answer.redirect(to: target, cookie: cookie)
    }
    if access.hasCookie(request) { return Answer.redirect(to: target, cookie: nil) }
    throw ServerFailure(.forbidden, "access", "The address has been used, or is not the one that the studio printed.")
  }

  private static func refused(_ request: Request) -> ServerFailure {
    ServerFailure(.methodNotAllowed, "path", "The method \(request.method.rawValue) is not permitted here.")
  }

  private func run(_ route: Route, _ request: RouteRequest) async throws -> Response {
    if route.isUnlimited {
      if route.isWriting { try Studio.admit(importing, options.importCount, "imports") }
      defer { if route.isWriting { importing.withLock { $0 -= 1 } } }
      return try await withTaskExecutorPreference(RequestThreads.shared) { try await route.answer(self, request) }
    }
    try Studio.admit(running, options.requestLimit, "requests")
    return try await TimeLimit.run(options.timeLimit) {
      // A request that exceeds its time still occupies a thread until it ends.
      defer { self.running.withLock { $0 -= 1 } }
      return try await route.answer(self, request)
    }
  }

  // Increases a number of requests. Throws if it has reached its limit.
  private static func admit(_ running: borrowing Mutex<Int>, _ limit: Int, _ kind: String) throws(ServerFailure) {
    let isAdmitted = running.withLock { running in
      if running >= limit { return false }
      running += 1
      return true
    }
    if !isAdmitted { throw ServerFailure(.serviceUnavailable, "busy", "\(limit) \(kind) are running already.") }
  }

  /// Returns a snapshot of the newest version, created by the client of the page that sent the request.
  func snapshot(_ request: RouteRequest) async throws -> FileSnapshot { try await client(request).snapshot() }

  func client(_ request: RouteRequest) async throws -> Client { try await clients.client(request.client) }
}

/// A request whose access has been checked.
struct RouteRequest: Sendable {
  let request: Request
  let query: Query
  let client: String
}

/// A report about the file at the start of the studio.
struct OpenedState: Sendable {
  let report: FileReport
  let time: String

  init(_ path: String) throws {
    // Opened in the same way as for a page, the file throws every reason for which a page cannot show it. It pins its version during the
    // check, even if other processes write.
    let file = try LiveFile(path: path)
    // Damage that is found only when a page reads it would terminate the program.
    report = try withExtendedLifetime(file) { try FileReport(path: path, checksums: true) }
    time = Moment.now
  }
}
