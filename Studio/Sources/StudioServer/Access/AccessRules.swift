internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Determines which requests are permitted: those of a page that was opened with the token, from the same origin.
final class AccessRules: Sendable {
  private struct State {
    var port = 0
    /// Whether the token has been exchanged.
    var isUsed = false
  }

  private let address: String?
  private let token: Secret
  private let isTokenReusable: Bool
  // The value of the cookie.
  private let session = Secret()
  private let state = Mutex(State())

  /// The header that a POST request must have. A page of another origin cannot set it, because the browser first sends a preflight request,
  /// which is refused.
  static let header = HTTPField.Name("X-Ashlar-Studio")

  /// The path that a local file redirects a browser to.
  static let fileTarget = "/open"
  /// The paths of pages that exchange the token.
  static let pages = ["/", fileTarget]

  init(_ options: StudioOptions) {
    // The hosts of requests are compared in lowercase.
    address = options.address?.lowercased()
    token = options.token.map { Secret($0) } ?? Secret()
    isTokenReusable = options.token != nil
  }

  /// Sets the port, which is part of the origin and of the cookie's name.
  func listen(on port: Int) { state.withLock { $0.port = port } }

  private var port: Int { state.withLock { $0.port } }

  /// The address to open in a browser, with the token.
  var link: String { link(path: "/") }

  func link(path: String) -> String { "http://\(names[0]):\(port)\(path)?token=\(token.text)" }

  // The names of this server, without the port.
  private var names: [String] {
    if let address { return [address.contains(":") ? "[\(address)]" : address] }
    return ["127.0.0.1", "localhost", "[::1]"]
  }

  // Returns the name of this server to which a request is sent; nil if the request is for another host. Browsers omit the port if it is 80.
  private func serverName(in host: String) -> String? {
    let port = port
    return names.first { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  // Returns whether an origin is a page of a server with this name.
  private func isOwn(_ origin: String, _ name: String) -> Bool {
    let port = port
    return origin == "http://\(name):\(port)" || port == 80 && origin == "http://\(name)"
  }

  private var cookieName: String { "ashlar-studio-\(port)" }

  /// Throws unless the request names this server as its host, and was sent by one of its pages or by no page.
  func checkOrigin(_ request: Request) throws(ServerFailure) {
    guard let host = request.head.authority?.lowercased(), let name = serverName(in: host) else {
      throw ServerFailure(.misdirectedRequest, "host", "The request is for another host.")
    }
    if let origin = request.headers[.origin], !isOwn(origin, name) {
      throw ServerFailure(.forbidden, "origin", "The request comes from another page.")
    }
    if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name], site != "same-origin", site != "none",
      !isNavigation(request)
    {
      throw ServerFailure(.forbidden, "origin", "The request comes from another page.")
    }
  }

  // A link on another page, such as in a chat, may open the page. The browser then sends no cookie.
  private func isNavigation(_ request: Request) -> Bool {
    guard let name = HTTPField.Name("Sec-Fetch-Mode") else { return false }
    return request.method == .get && AccessRules.pages.contains(request.uri.path) && request.headers[name] == "navigate"
  }

  /// Throws unless the request has the cookie.
  func checkCookie(_ request: Request) throws(ServerFailure) {
    if hasCookie(request) { return }
    throw ServerFailure(.forbidden, "access", "Open the address that the studio printed in the terminal.")
  }

  func hasCookie(_ request: Request) -> Bool {
    let name = cookieName
    return request.headers[values: .cookie].contains { line in
      line.split(separator: ";").contains { part in
        let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return pair.count == 2 && pair[0] == name && session.equals(pair[1])
      }
    }
  }

  /// Returns the header that sets the cookie; nil if the token is wrong, or has been used and is valid only once.
  func exchange(_ token: String) -> String? {
    guard self.token.equals(token) else { return nil }
    let isAccepted = state.withLock { state in
      if state.isUsed, !isTokenReusable { return false }
      state.isUsed = true
      return true
    }
    return isAccepted ? "\(cookieName)=\(session.text); HttpOnly; SameSite=Strict; Path=/" : nil
  }

  /// Throws unless a POST request was sent by a script of the page and its content has one of the types.
  func checkPost(_ request: Request, types: [String]) throws(ServerFailure) {
    guard let name = AccessRules.header, request.headers[name] == "1" else {
      throw ServerFailure(.forbidden, "header", "The header 'X-Ashlar-Studio: 1' is missing.")
    }
    let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
    guard let type, types.contains(type) else {
      throw ServerFailure(
        .unsupportedMediaType, "content", "The type of the content must be \(types.joined(separator: " or ")).")
    }
  }
}
