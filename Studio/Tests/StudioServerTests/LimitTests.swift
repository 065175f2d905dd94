import Ashlar
import AshlarInspection
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import StudioServer

@Suite("Limits of a studio")
struct LimitTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("addresses, conditions and bodies that are too large are refused")
  func sizes() async throws {
    let visitor = try await Visitor(shop, mayWrite: true)
    let long = String(repeating: "x", count: 300_000)
    #expect(await visitor.get("rows", ["type": "Thing", "where": long]).status == 414)
    let condition = await visitor.get("rows", ["type": "Thing", "where": "name == '\(long.prefix(66_000))'"])
    #expect((condition.status, condition.code) == (400, "condition"))
    #expect(await visitor.get("rows", ["type": "Thing", "where": "name == '\(long.prefix(64_000))'"]).status == 200)
    let body = await visitor.post("edit", String(repeating: " ", count: StudioOptions.bodyLimit + 1))
    #expect((body.status, body.code) == (413, "size"))
    let nested = String(repeating: "[", count: 100_000)
    #expect(await visitor.post("edit", nested).code == "request")
    let parentheses = String(repeating: "(", count: 5000) + "size > 1" + String(repeating: ")", count: 5000)
    #expect(await visitor.get("rows", ["type": "Thing", "where": parentheses]).code == "condition")
  }

  @Test("a request that takes too long is ended")
  func time() async throws {
    try shop.fill(2000)
    let visitor = try await Visitor(shop) { $0.timeLimit = .zero }
    let answer = await visitor.get("summary", ["type": "Thing", "column": "name"])
    #expect(answer.status == 504 || answer.status == 200)
    await #expect(throws: ServerFailure.self) {
      try await TimeLimit.run(.milliseconds(1)) {
        while !Task.isCancelled { await Task.yield() }
        try await Task.sleep(for: .seconds(3600))
      }
    }
  }

  @Test("a preview that takes too long ends, and lets other processes write")
  func longPreview() async throws {
    try shop.write { realm in
      for _ in 0..<50_000 { _ = realm.create(Note.self, value: ["text": "x"]) }
    }
    let visitor = try await Visitor(shop, mayWrite: true) { $0.timeLimit = .milliseconds(50) }
    let update = #"{"actions":[{"do":"update","type":"Note","where":"","values":{"text":"y"},"count":50000}]}"#
    let answer = await visitor.post("preview", update)
    #expect(answer.status == 504 || answer.status == 200, "\(answer.text)")
    try shop.write { _ = $0.create(Note.self, value: ["text": "z"]) }
    #expect(try shop.read { $0.objects(Note.self).where { $0.text == "y" }.count } == 0)
    #expect(try shop.read { $0.objects(Note.self).count } == 50_001)
  }

  @Test("an import beyond the limit is refused, and one that has ended counts no longer")
  func imports() async throws {
    let visitor = try await Visitor(shop, mayWrite: true) { $0.importCount = 0 }
    let answer = await visitor.post("import", #"{"$type":"Maker","email":"x","name":"y"}"#, type: "application/x-ndjson")
    #expect((answer.status, answer.code) == (503, "busy"))
    let other = try await Visitor(shop, mayWrite: true) { $0.importCount = 1 }
    for (number, status) in [(1, 200), (1, 400), (2, 200)] {
      let line = #"{"$type":"Maker","email":"\#(number)","name":"y"}"#
      #expect(await other.post("import", line, type: "application/x-ndjson").status == status)
    }
  }

  @Test("a download that its client does not continue releases its version, and ends", .timeLimit(.minutes(15)))
  func pausedDownload() async throws {
    try shop.fill(2000)
    let visitor = try await Visitor(shop) { $0.pauseLimit = .milliseconds(10) }
    let whole = Collector()
    let version = try #require(try shop.read { realm in try realm.pinnedVersions().map(\.version).max() })
    let response = await visitor.respond(visitor.target("export", ["type": "Thing"]))
    await #expect(throws: ServerFailure.self) {
      try await response.body.write(
        PausingWriter(Writer(whole)) {
          // The client receives nothing until no Realm reads the version of the export.
          while try isPinned(version) { try await Task.sleep(for: .milliseconds(5)) }
        })
    }
    #expect(await whole.bytes.split(separator: UInt8(ascii: "\n")).count < 2000)
  }

  // Creates a newer version, and returns whether a Realm reads a version.
  private func isPinned(_ version: UInt64) throws -> Bool {
    try shop.write { _ = $0.create(Note.self, value: ["text": "x"]) }
    return try shop.read { realm in try realm.pinnedVersions().contains { $0.version == version } }
  }

  @Test("a path through objects that link to each other ends when its request is cancelled, and has a limited length")
  func endlessPaths() async throws {
    try shop.write { realm in
      let thing = realm.create(Thing.self, value: ["id": 1, "name": "x"])
      for _ in 0..<10 { thing.similar.append(thing) }
    }
    let visitor = try await Visitor(shop)
    func path(_ names: Int) -> String { String(repeating: "similar.", count: names - 1) + "name" }
    for (name, parameter) in [("rows", "columns"), ("summary", "column"), ("export", "columns")] {
      let answer = await visitor.send(visitor.target(name, ["type": "Thing"]) + "&\(parameter)=\(path(33))")
      #expect(answer.code == "request", "\(name): \(answer.text)")
    }
    // The values at the ends of this path cannot be counted in any time.
    let request = Task { await visitor.get("rows", ["type": "Thing", "columns": path(32)]) }
    try await Task.sleep(for: .milliseconds(50))
    request.cancel()
    _ = await request.value
    // The request has occupied the page.
    #expect(await visitor.get("types").status == 200)
  }

  @Test("only so many requests run at the same time")
  func busy() async throws {
    let visitor = try await Visitor(shop) { $0.requestLimit = 0 }
    let answer = await visitor.get("types")
    #expect((answer.status, answer.code) == (503, "busy"))
    #expect(answer.headers[.retryAfter] == "1")
  }

  @Test("a request is answered while more requests than the machine has cores block their threads")
  func threads() async throws {
    let visitor = try await Visitor(shop)
    let gate = DispatchSemaphore(value: 0)
    // In a function, because a wait within a task is a mistake otherwise.
    @Sendable func block() { gate.wait() }
    let blocked = (0..<ProcessInfo.processInfo.activeProcessorCount + 1).map { _ in
      Task { try await TimeLimit.run(.seconds(3600)) { block() } }
    }
    #expect(await visitor.get("types").status == 200)
    // A signal ends the wait of any of the tasks.
    for _ in blocked { gate.signal() }
    for task in blocked { try await task.value }
  }

  @Test("the number of pages is limited, and a page without an event stream is replaced by a new page")
  func pages() async throws {
    let visitor = try await Visitor(shop)
    var queues: [EventQueue] = []
    for number in 0..<StudioOptions.clientLimit {
      #expect(await visitor.send("/api/types?client=\(10_000_000 + number)").status == 200)
      queues.append(try await visitor.studio.shown().clients.client("\(10_000_000 + number)").subscribe())
    }
    #expect(await visitor.send("/api/types?client=99999999").code == "busy")
    let left = try await visitor.studio.shown().clients.client("10000007")
    await left.unsubscribe(queues[7])
    #expect(await visitor.send("/api/types?client=99999999").status == 200)
    #expect(try await visitor.studio.shown().clients.count == StudioOptions.clientLimit)
    // The page that made room is another page when it returns, and room is made for it by the one that came last.
    #expect(await visitor.send("/api/types?client=10000007").status == 200)
  }

  @Test("random requests are answered, and stop nothing", arguments: 0..<20)
  func random(seed: Int) async throws {
    try shop.fill(20)
    let visitor = try await Visitor(shop, mayWrite: true)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func number(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let words = [
      "name", "size", "==", "'", "\"", "(", ")", "AND", "nil", "1", "-", "%@", "$0", "#", "@count", "ANY", ".", "maker", "places",
      "SUBQUERY",
      "\u{0}", "😀", "{", "}", "[", "]", ",", "extra", "similar", "SORT", "LIMIT", "DISTINCT", "IN", "BETWEEN", "==[c]", "uuid(", "T1:2",
      "999999999999999999999",
    ]
    let names = [
      "types", "rows", "plan", "position", "object", "elements", "linking", "value", "find", "summary", "groups", "complete", "export",
      "graph", "nothing",
    ]
    let keys = [
      "type", "where", "sort", "columns", "from", "count", "key", "property", "source", "text", "column", "by", "measure", "at", "format",
      "element",
    ]
    let verbs = ["set", "insert", "delete", "duplicate", "update"]
    let types = ["Thing", "Maker", "Note", "Place"]
    let properties = ["name", "size", "maker", "place", "places", "scores", "words", "stock", "similar", "extra", "made", "id"]
    let values = ["null", "5", "\"x\"", "[]", "{}", "true", "{\"$row\":\"1\"}", "[{\"$int\":\"1\"}]", "{\"$x\":1}", "\"7\""]
    for _ in 0..<50 {
      var target = visitor.target(names[number(names.count)], [:])
      if number(5) > 0 { target += "&type=Thing" }
      for _ in 0..<number(5) {
        let value = (0..<number(8)).map { _ in words[number(words.count)] }.joined(separator: number(2) == 0 ? " " : "")
        target += "&\(keys[number(keys.count)])=\(Query.encoded(value))"
      }
      let answer = await visitor.send(target)
      #expect(answer.status < 500, "\(target): \(answer.text.prefix(200))")
      let actions = (0..<number(4)).map { _ -> String in
        let verb = verbs[number(verbs.count)]
        let type = types[number(types.count)]
        let property = properties[number(properties.count)]
        let value = values[number(values.count)]
        let target = "\"do\":\"\(verb)\",\"type\":\"\(type)\",\"key\":\"\(number(25))\",\"property\":\"\(property)\""
        return "{\(target),\"new\":\(value),\"values\":{\"\(property)\":\(value)},\"where\":\"id == \(number(20))\"}"
      }
      let body = "{\"actions\":[\(actions.joined(separator: ","))]}"
      let name = number(2) == 0 ? "edit" : "preview"
      let written = await visitor.post(name, body)
      #expect(written.status < 500, "\(body): \(written.text.prefix(200))")
    }
  }
}

/// A writer that waits before each part.
private struct PausingWriter: ResponseBodyWriter {
  private var writer: Writer
  private let pause: @Sendable () async throws -> Void

  init(_ writer: Writer, _ pause: @escaping @Sendable () async throws -> Void) { (self.writer, self.pause) = (writer, pause) }

  mutating func write(_ buffer: ByteBuffer) async throws {
    try await pause()
    try await writer.write(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
