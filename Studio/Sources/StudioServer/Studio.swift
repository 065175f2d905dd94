internal import AshlarInspection
internal import AshlarStore
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
  // Nil while the file is encrypted and no page has sent its key.
  private let file: Mutex<ShownFile?>
  private let trying = Mutex(false)
  private let running = Mutex(0)
  private let importing = Mutex(0)

  /// Opens the file, checks all of its pages, and closes it again. If the file is encrypted and the options contain no key, pages show a
  /// form for the key instead. Throws `ViewFailure` if the file cannot be shown, such as because of a feature that this release does not
  /// know, or because the key is wrong.
  public convenience init(_ options: StudioOptions) throws {
    let file: ShownFile?
    do {
      file = try ShownFile(options)
    } catch let failure as ViewFailure where failure.kind == .key && options.key == nil {
      file = nil
    }
    self.init(options, file)
  }

  // The optimizer of Swift 6.3 stops with an error of its own if an initializer with mutexes throws.
  private init(_ options: StudioOptions, _ file: ShownFile?) {
    self.options = options
    access = AccessRules(options)
    self.file = Mutex(file)
  }

  // MARK: - The key

  /// Returns the file. Throws if it is encrypted and no page has sent its key.
  func shown() throws(ServerFailure) -> ShownFile {
    guard let shown = file.withLock({ $0 }) else { throw ServerFailure.locked }
    return shown
  }

  private var isLocked: Bool { file.withLock { $0 == nil } }

  /// Whether a key is being tried.
  var isTrying: Bool { trying.withLock { $0 } }

  /// Opens the file with a key that a page has sent. Throws after a pause if the key is wrong, and at once if another key is being tried.
  func unlock(_ key: EncryptionKey) async throws {
    let isFirst = trying.withLock { isTrying in
      defer { isTrying = true }
      return !isTrying
    }
    guard isFirst else { throw ServerFailure(.serviceUnavailable, "busy", "Another key is being tried. Try again in a moment.") }
    defer { trying.withLock { $0 = false } }
    guard isLocked else { throw ServerFailure(.conflict, "path", "The file has its key already.") }
    var options = options
    options.key = key
    do {
      let shown = try ShownFile(options)
      file.withLock { $0 = shown }
    } catch {
      try await Task.sleep(for: options.keyPause)
      throw error
    }
  }

  /// Sets the port of the server, which the host of each request must name.
  public func listen(on port: Int) { access.listen(on: port) }

  /// The address to open in a browser, with the token.
  public var link: String { access.link }

  /// The address to which a local file redirects a browser, with the token. The browser sends no cookie with requests that a page of
  /// another origin causes, and the response is therefore a page that causes the next request.
  public var linkFromFile: String { access.link(path: AccessRules.fileTarget) }

  /// Ends all event streams.
  public func end() async { await file.withLock { $0 }?.clients.end() }

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
      let name = path == "/" && isLocked ? "/key.html" : path
      guard let file = PageFiles.answer(name) else { throw ServerFailure(.notFound, "path", "There is no such page.") }
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

  func client(_ request: RouteRequest) async throws -> Client { try await shown().clients.client(request.client) }
}

/// A request whose access has been checked.
struct RouteRequest: Sendable {
  let request: Request
  let query: Query
  let client: String
}
