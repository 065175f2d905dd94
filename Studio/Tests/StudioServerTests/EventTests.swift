import Ashlar
import AshlarInspection
import Foundation
import Hummingbird
import Testing

@testable import StudioServer

@Suite("Events of a studio")
struct EventTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    try shop.fill(50)
    visitor = try await Visitor(shop) { $0.eventInterval = .milliseconds(1) }
  }

  private struct Event {
    let name: String
    let data: JSONValue
  }

  private static func event(_ text: String) throws -> Event {
    let lines = text.split(separator: "\n")
    let name = lines.first { $0.hasPrefix("event: ") }?.dropFirst(7) ?? ""
    let data = lines.first { $0.hasPrefix("data: ") }?.dropFirst(6) ?? "null"
    return Event(name: String(name), data: try JSONValue.parse(Array(data.utf8)))
  }

  // Returns the first event with a name.
  private func next(_ name: String, _ events: inout AsyncStream<String>.Iterator) async throws -> JSONValue {
    while let text = await events.next() {
      let event = try Self.event(text)
      if event.name == name { return event.data }
    }
    Issue.record("the stream ended before an event '\(name)'")
    return .null
  }

  @Test("a page receives events about the rows that it shows, the number of the view, and each commit")
  func rows() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let queue = try await client.subscribe()
    var events = queue.stream.makeAsyncIterator()
    #expect(try await next("hello", &events)["write"] == .bool(false))
    _ = try await visitor.json("rows", ["type": "Thing", "where": "size >= 0", "sort": "id", "columns": "name", "count": "10"])
    _ = try await visitor.json("object", ["type": "Thing", "key": "3", "watch": "1"])
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 3)?.name = "changed" }
    let commit = try await next("commit", &events)
    #expect(commit["types"]?.elements?.first?["modified"] == .number("1"))
    #expect(try await next("object", &events)["change"] == .string("modified"))
    let modified = try await next("rows", &events)
    #expect(modified["modified"] == .array([.string("3")]))
    #expect(modified["shifted"] == .bool(false))
    #expect(modified["count"] == .number("45"))
    try shop.write { realm in realm.object(ofType: Thing.self, forPrimaryKey: 1).map { realm.delete($0) } }
    let deleted = try await next("rows", &events)
    #expect(deleted["deleted"] == .array([.string("1")]))
    #expect(deleted["count"] == .number("44"))
    #expect(deleted["shifted"] == .bool(true))
    await client.unsubscribe(queue)
  }

  @Test("reading another object without watching it ends no reports")
  func watching() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let queue = try await client.subscribe()
    var events = queue.stream.makeAsyncIterator()
    _ = try await visitor.json("object", ["type": "Thing", "key": "3", "watch": "1"])
    _ = try await visitor.json("object", ["type": "Thing", "key": "4", "edit": "1"])
    try shop.write { realm in
      for id in [3, 4] { realm.object(ofType: Thing.self, forPrimaryKey: id)?.name = "changed" }
    }
    #expect(try await next("object", &events)["key"] == .string("3"))
    _ = try await visitor.json("object", ["type": "Thing", "key": "4", "watch": "1"])
    try shop.write { realm in
      for id in [3, 4] { realm.object(ofType: Thing.self, forPrimaryKey: id)?.name = "again" }
    }
    #expect(try await next("object", &events)["key"] == .string("4"))
    #expect(await visitor.get("object", ["type": "Thing", "key": "4", "watch": "yes"]).code == "request")
    await client.unsubscribe(queue)
  }

  @Test("a page that shows all objects of a type receives their number")
  func table() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let queue = try await client.subscribe()
    var events = queue.stream.makeAsyncIterator()
    _ = try await visitor.json("rows", ["type": "Thing", "columns": "name", "count": "10"])
    try shop.write { _ = $0.create(Thing.self, value: ["id": 1000, "name": "new"]) }
    let rows = try await next("rows", &events)
    #expect(rows["count"] == .number("51"))
    #expect(rows["shifted"] == .bool(false))
    await client.unsubscribe(queue)
  }

  @Test("the second stream of a page ends the first, and the end of the studio all")
  func ends() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let first = try await client.subscribe()
    let second = try await client.subscribe()
    for await _ in first.stream {}
    await visitor.studio.end()
    for await _ in second.stream {}
    #expect(await visitor.get("types").status == 200)
  }

  @Test("an open page lets the file reuse its pages while others write")
  func growth() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let queue = try await client.subscribe()
    _ = try await visitor.json("rows", ["type": "Thing", "where": "size >= 0", "sort": "name"])
    for round in 0..<200 { try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 2)?.size = round } }
    var events = queue.stream.makeAsyncIterator()
    var newest: UInt64 = 0
    let version = try await visitor.json("types")["version"]?.string.flatMap { UInt64($0) } ?? 0
    while newest < version { newest = try await next("commit", &events)["version"]?.string.flatMap { UInt64($0) } ?? 0 }
    let readers = try await visitor.json("file")["readers"]?.elements ?? []
    for reader in readers { #expect(reader["behind"] == .string("0"), "\(reader)") }
    await client.unsubscribe(queue)
  }

  @Test("the stream is one of events, with the headers of all answers")
  func stream() async throws {
    let response = await visitor.respond(visitor.target("events", [:]))
    #expect(response.headers[.contentType] == "text/event-stream")
    let collector = Collector()
    let writing = Task { try await response.body.write(Writer(collector)) }
    while await collector.bytes.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    await visitor.studio.end()
    try await writing.value
    #expect(String(decoding: await collector.bytes, as: UTF8.self).hasPrefix("event: hello\nid: 1\ndata: {"))
  }
}
