import AshlarInspection
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import StudioServer

/// The answer to a request.
struct Received {
  let status: Int
  let headers: HTTPFields
  let bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var json: JSONValue {
    get throws { try JSONValue.parse(bytes) }
  }

  /// The code of the error; nil if the answer is none.
  var code: String? { (try? json)?["error"]?["code"]?.string }
}

/// A page of a studio, without a browser.
struct Visitor {
  let studio: Studio
  var client = "0123456789abcdef"
  var cookie: String?

  static let host = "127.0.0.1:8080"

  /// Starts a studio, and exchanges its token.
  init(_ shop: Shop, mayWrite: Bool = false, change: (inout StudioOptions) -> Void = { _ in }) async throws {
    var options = StudioOptions(file: shop.path, mayWrite: mayWrite)
    options.watchesConnections = false
    // No limit of time is reached on a slow machine, unless a test sets it.
    options.timeLimit = .seconds(3600)
    options.idleTime = .seconds(3600)
    options.pauseLimit = .seconds(3600)
    change(&options)
    studio = try Studio(options)
    studio.listen(on: 8080)
    let token = String(studio.link.split(separator: "=")[1])
    let answer = await send("/?token=\(token)")
    cookie = answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
  }

  /// Sends a request as it is.
  func send(
    _ path: String, method: HTTPRequest.Method = .get, host: String? = Visitor.host, headers: [String: String] = [:], body: String = ""
  ) async -> Received {
    let response = await respond(path, method: method, host: host, headers: headers, body: body)
    let collector = Collector()
    try? await response.body.write(Writer(collector))
    return Received(status: response.status.code, headers: response.headers, bytes: await collector.bytes)
  }

  /// Sends a request, and returns the answer with a body that has not been written.
  func respond(
    _ path: String, method: HTTPRequest.Method = .get, host: String? = Visitor.host, headers: [String: String] = [:], body: String = ""
  ) async -> Response {
    var fields = HTTPFields()
    if let cookie { fields[.cookie] = cookie }
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    return await studio.respond(to: Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body))))
  }

  /// Sends a request with parameters, as the page does.
  func get(_ name: String, _ parameters: KeyValuePairs<String, String> = [:]) async -> Received {
    await send(target(name, parameters))
  }

  /// Returns the JSON of an answer. Fails the test if the request fails.
  func json(_ name: String, _ parameters: KeyValuePairs<String, String> = [:]) async throws -> JSONValue {
    let answer = await get(name, parameters)
    #expect(answer.status == 200, "\(name): \(answer.text.prefix(300))")
    return try answer.json
  }

  func post(_ name: String, _ body: String, type: String = "application/json", _ parameters: KeyValuePairs<String, String> = [:]) async
    -> Received
  {
    await send(target(name, parameters), method: .post, headers: ["X-Ashlar-Studio": "1", "Content-Type": type], body: body)
  }

  func target(_ name: String, _ parameters: KeyValuePairs<String, String>) -> String {
    "/api/\(name)?client=\(client)" + parameters.map { "&\($0.key)=\(Query.encoded($0.value))" }.joined()
  }
}

/// The bytes of a body.
actor Collector {
  private(set) var bytes: [UInt8] = []

  func add(_ part: ByteBuffer) { bytes += part.readableBytesView }
}

/// Writes a body to a collector.
struct Writer: ResponseBodyWriter {
  private let collector: Collector

  init(_ collector: Collector) { self.collector = collector }

  mutating func write(_ buffer: ByteBuffer) async throws { await collector.add(buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
