import AshlarInspection
import Testing

@testable import StudioServer

@Suite("Readers of a studio")
struct ReaderTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    try shop.fill(300)
    visitor = try await Visitor(shop)
  }

  // Returns the versions that are pinned while the page about the file is answered.
  private func readers() async throws -> [JSONValue] {
    try #require(try await visitor.json("file")["readers"]?.elements)
  }

  @Test("a request that has been answered pins no version")
  func requests() async throws {
    let alone = try await readers()
    let requests: [(name: String, parameters: KeyValuePairs<String, String>)] = [
      ("types", [:]), ("graph", [:]), ("rows", ["type": "Thing"]), ("rows", ["type": "Thing", "where": "size >= 0", "sort": "name"]),
      ("plan", ["type": "Thing", "where": "size >= 0"]), ("position", ["type": "Thing", "key": "3"]),
      ("object", ["type": "Thing", "key": "3", "watch": "1"]), ("elements", ["type": "Thing", "key": "3", "property": "places"]),
      ("linking", ["type": "Maker", "key": "0", "source": "Thing", "property": "maker"]), ("find", ["type": "Thing", "text": "99"]),
      ("summary", ["type": "Thing", "column": "size"]), ("groups", ["type": "Thing", "by": "section"]),
      ("complete", ["type": "Thing", "where": "na"]), ("export", ["type": "Thing", "where": "size >= 0"]),
      ("rows", ["type": "Thing", "where": "nothing"]),
    ]
    for (name, parameters) in requests {
      for _ in 0..<3 { _ = await visitor.get(name, parameters) }
      #expect(try await readers() == alone, "\(name)")
    }
  }

  @Test("a page pins a version while it has an event stream, and none after its end")
  func streams() async throws {
    let alone = try await readers().count
    var pages: [(visitor: Visitor, client: Client, queue: EventQueue)] = []
    for number in 0..<5 {
      var page = visitor
      page.client = "\(10_000_000 + number)"
      let client = try await visitor.studio.shown().clients.client(page.client)
      pages.append((page, client, try await client.subscribe()))
      _ = try await page.json("rows", ["type": "Thing", "where": "size >= 0", "sort": "name"])
    }
    #expect(try await readers().count == alone + pages.count)
    for page in pages { await page.client.unsubscribe(page.queue) }
    #expect(try await readers().count == alone)
    // A page that was hidden begins another stream when it is shown again, and reads the newest version.
    try shop.write { _ = $0.create(Thing.self, value: ["id": 1000, "name": "while the page was hidden", "size": 1]) }
    let page = pages[0]
    let queue = try await page.client.subscribe()
    #expect(try await page.visitor.json("rows", ["type": "Thing", "where": "id == 1000"])["count"] == .number("1"))
    #expect(try await readers().count == alone + 1)
    await page.client.unsubscribe(queue)
  }

  @Test("the end of a former stream releases nothing that the next stream of the page uses")
  func formerStreams() async throws {
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    let former = try await client.subscribe()
    let present = try await client.subscribe()
    let view = try await visitor.json("rows", ["type": "Thing", "where": "size >= 0"])["view"]
    await client.unsubscribe(former)
    #expect(await client.viewCount == 1)
    #expect(try await visitor.json("rows", ["type": "Thing", "where": "size >= 0"])["view"] == view)
    await client.unsubscribe(present)
    #expect(await client.viewCount == 0)
  }
}
