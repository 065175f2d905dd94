import AshlarInspection
import AshlarStore
import Foundation
import HTTPTypes
import Testing

@testable import StudioServer

@Suite("The key of an encrypted file")
struct KeyTests {
  private static let key = Data((0..<64).map { UInt8($0 * 3 + 1) })
  private static let otherKey = Data((0..<64).map { UInt8(200 - $0) })
  private static func digits(_ key: Data) -> String { key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
  private static func owner(_ key: Data) throws -> EncryptionKey { try #require(key.withUnsafeBytes { EncryptionKey(reading: $0) }) }

  private let shop: Shop

  init() throws {
    shop = try Shop(key: Self.key)
    try shop.fill(30)
  }

  private func visitor(mayWrite: Bool = false, pause: Duration = .milliseconds(1)) async throws -> Visitor {
    try await Visitor(shop, mayWrite: mayWrite) { $0.keyPause = pause }
  }

  private func send(_ key: String, _ visitor: Visitor) async -> Received {
    await visitor.post("key", key, type: "application/octet-stream")
  }

  @Test("without the key, the page is a form, and no request reads or writes the file")
  func form() async throws {
    let visitor = try await visitor(mayWrite: true)
    let page = await visitor.send("/")
    #expect(page.status == 200 && page.bytes == PageFiles.all["key.html"])
    #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
    for name in ["/key.js", "/key.css", "/style.css", "/net/api.js"] { #expect(await visitor.send(name).status == 200, "\(name)") }
    for name in ["file", "types", "rows", "object", "events", "export", "graph", "find", "value"] {
      let answer = await visitor.get(name, ["type": "Thing", "key": "1", "property": "name"])
      #expect((answer.status, answer.code) == (403, "key"), "\(name): \(answer.text)")
      #expect(!answer.text.contains(shop.path))
    }
    for (name, type) in [("edit", "application/json"), ("preview", "application/json"), ("import", "application/x-ndjson")] {
      let answer = await visitor.post(name, #"{"actions":[]}"#, type: type)
      #expect((answer.status, answer.code) == (403, "key"), "\(name): \(answer.text)")
    }
  }

  @Test("the key that a page sends opens the file for all pages, and is required no more", arguments: [false, true])
  func accepted(endsLine: Bool) async throws {
    let visitor = try await visitor(mayWrite: true)
    let answer = await send(Self.digits(Self.key) + (endsLine ? "\n" : ""), visitor)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(!answer.text.contains(Self.digits(Self.key).prefix(8)))
    #expect(await visitor.send("/").bytes == PageFiles.all["index.html"])
    #expect(try await visitor.json("rows", ["type": "Thing"])["count"] == .number("30"))
    #expect(try await visitor.json("file")["capabilities"]?["edit"] == .bool(true))
    var other = visitor
    other.client = "fedcba9876543210"
    #expect(try await other.json("rows", ["type": "Maker"])["count"] == .number("5"))
    _ = try await visitor.edit(#"{"do":"insert","type":"Maker","values":{"email":"new","name":"New"}}"#)
    #expect(try await visitor.json("rows", ["type": "Maker"])["count"] == .number("6"))
    #expect(await send(Self.digits(Self.key), visitor).status == 409)
  }

  @Test("a wrong key is refused after a pause, and a text that is not a key at once; the form remains after both")
  func wrong() async throws {
    let visitor = try await visitor(pause: .milliseconds(200))
    let start = ContinuousClock.now
    let answer = await send(Self.digits(Self.otherKey), visitor)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect((answer.status, answer.code) == (403, "key"))
    #expect(answer.text.contains("is encrypted with another key") && !answer.text.contains(Self.digits(Self.otherKey).prefix(8)))
    for text in ["", "abc", String(Self.digits(Self.key).dropLast(2)), String(repeating: "g", count: 128)] {
      #expect(await send(text, visitor).code == "request", "\(text)")
    }
    #expect(await send(String(repeating: "0", count: 201), visitor).code == "size")
    #expect(await visitor.send("/").bytes == PageFiles.all["key.html"])
    #expect(await send(Self.digits(Self.key), visitor).status == 200)
  }

  @Test("while a wrong key waits for its answer, no other key is tried")
  func single() async throws {
    let visitor = try await visitor(pause: .seconds(3600))
    let wrong = try Self.owner(Self.otherKey)
    let waiting = Task { try await visitor.studio.unlock(wrong) }
    while !visitor.studio.isTrying { try await Task.sleep(for: .milliseconds(1)) }
    let answer = await send(Self.digits(Self.key), visitor)
    #expect((answer.status, answer.code) == (503, "busy"))
    waiting.cancel()
    _ = await waiting.result
    #expect(await send(Self.digits(Self.key), visitor).status == 200)
  }

  @Test("a key needs the cookie, the origin, the header and the type of content that a script of the page sends")
  func protection() async throws {
    let visitor = try await visitor()
    let (target, body) = (visitor.target("key", [:]), Self.digits(Self.key))
    let headers = ["X-Ashlar-Studio": "1", "Content-Type": "application/octet-stream"]
    var stranger = visitor
    stranger.cookie = nil
    #expect(await stranger.send(target, method: .post, headers: headers, body: body).code == "access")
    let other = headers.merging(["Origin": "http://evil.example"]) { $1 }
    #expect(await visitor.send(target, method: .post, headers: other, body: body).code == "origin")
    #expect(await visitor.send(target, method: .post, headers: ["Content-Type": "application/octet-stream"], body: body).code == "header")
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      let form = ["X-Ashlar-Studio": "1", "Content-Type": type]
      #expect(await visitor.send(target, method: .post, headers: form, body: body).code == "content", "\(type)")
    }
    #expect(await visitor.send(target + "&key=\(body)").status == 405)
    #expect(await visitor.send("/").bytes == PageFiles.all["key.html"])
  }

  @Test("a studio that is started with the key shows the file; with a wrong or needless key, it does not start")
  func options() async throws {
    let key = try Self.owner(Self.key)
    let visitor = try await Visitor(shop) { $0.key = key }
    #expect(await visitor.send("/").bytes == PageFiles.all["index.html"])
    #expect(try await visitor.json("rows", ["type": "Thing"])["count"] == .number("30"))
    #expect(await send(Self.digits(Self.key), visitor).status == 409)
    var options = StudioOptions(file: shop.path)
    options.key = try Self.owner(Self.otherKey)
    #expect(#expect(throws: ViewFailure.self) { _ = try Studio(options) }?.kind == .key)
    var plain = StudioOptions(file: try Shop().path)
    plain.key = key
    #expect(throws: ViewFailure.self) { _ = try Studio(plain) }
  }
}
