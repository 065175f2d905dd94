internal import AshlarInspection
internal import HTTPTypes
public import Hummingbird
internal import Synchronization

/// A server that shows the contents of a file to pages in browsers, and changes them if it may.
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
  /// Writes to the file; nil if no request may.
  let editor: Editor?
  let sizes = Mutex<FileSizes?>(nil)
  private let running = Mutex(0)

  /// Opens the file once. Throws `ViewFailure` if that is not possible, such as because of a feature that this release does not know.
  public init(_ options: StudioOptions) throws {
    self.options = options
    access = AccessRules(options)
    clients = ClientList(options)
    editor = options.mayWrite ? Editor(options.file) : nil
    opened = try OpenedState(options.file)
  }

  /// Sets the port of the server, which the host of each request must name.
  public func listen(on port: Int) { access.listen(on: port) }

  /// The address to open in a browser, with the token.
  public var link: String { access.link }

  /// Ends all event streams.
  public func end() async { await clients.end() }

  /// Answers a request. Refusals and failures are answers as well.
  public func respond(to request: Request) async -> Response {
    do {
      return try await answer(request)
    } catch {
      let failure = ServerFailure(error)
      return request.uri.path == "/" ? Welcome.page(failure) : Answer.failure(failure)
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    try access.checkOrigin(request)
    guard (request.head.path ?? "").utf8.count <= StudioOptions.targetLimit else {
      throw ServerFailure(.uriTooLong, "size", "The address is too long.")
    }
    let path = request.uri.path
    let query = try Query(request.uri.query ?? "")
    if path == "/", let token = query["token"] { return try exchange(token, query, request) }
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
    if let cookie = access.exchange(token) { return Answer.redirect(to: target, cookie: cookie) }
    if access.hasCookie(request) { return Answer.redirect(to: target, cookie: nil) }
    throw ServerFailure(.forbidden, "access", "The address has been used, or is not the one that the studio printed.")
  }

  private static func refused(_ request: Request) -> ServerFailure {
    ServerFailure(.methodNotAllowed, "path", "The method \(request.method.rawValue) is not permitted here.")
  }

  private func run(_ route: Route, _ request: RouteRequest) async throws -> Response {
    if route.isUnlimited { return try await withTaskExecutorPreference(RequestThreads.shared) { try await route.answer(self, request) } }
    let isAdmitted = running.withLock { running in
      if running >= options.requestLimit { return false }
      running += 1
      return true
    }
    guard isAdmitted else {
      throw ServerFailure(.serviceUnavailable, "busy", "\(options.requestLimit) requests are running already.")
    }
    defer { running.withLock { $0 -= 1 } }
    return try await TimeLimit.run(options.timeLimit) { try await route.answer(self, request) }
  }

  /// Returns the newest version, as the page of a request reads it.
  func snapshot(_ request: RouteRequest) async throws -> FileSnapshot { try await client(request).snapshot() }

  func client(_ request: RouteRequest) async throws -> Client { try await clients.client(request.client) }
}

/// A request whose access has been checked.
struct RouteRequest: Sendable {
  let request: Request
  let query: Query
  let client: String
}

/// The file when the studio was started.
struct OpenedState: Sendable {
  let report: FileReport
  let time: String

  init(_ path: String) throws {
    // Opening it as the pages will names every reason against it. Its version stays as it is while it is checked, even if others write.
    let file = try LiveFile(path: path)
    // Damage that a page meets later would stop the program.
    report = try withExtendedLifetime(file) { try FileReport(path: path, checksums: true) }
    time = Moment.now
  }
}
