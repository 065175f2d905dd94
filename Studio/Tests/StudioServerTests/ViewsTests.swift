import Ashlar
import AshlarInspection
import Foundation
import Testing

@testable import StudioServer

@Suite("Views of a studio")
struct ViewsTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    try shop.fill(1000)
    visitor = try await Visitor(shop)
  }

  @Test("types have their numbers of objects, properties, indexes and links")
  func types() async throws {
    let answer = try await visitor.json("types")
    let types = try #require(answer["types"]?.elements)
    #expect(types.map { $0["name"]?.string } == ["Maker", "Note", "Place", "Thing"])
    let thing = try #require(types.last)
    #expect(thing["count"] == .number("1000"))
    #expect(thing["key"] == .array([.string("id")]))
    #expect(thing["label"] == .string("name"))
    // The studio has read all pages when it opened the file.
    #expect(thing["bytes"].flatMap { if case .number(let bytes) = $0 { Int(bytes) } else { nil } } ?? 0 > 4096)
    let properties = try #require(thing["properties"]?.elements)
    #expect(properties.count == 20)
    #expect(
      properties.map { $0["type"]?.string } == [
        "int", "string", "string", "int", "bool", "double", "float", "decimal", "date", "uuid", "objectId", "data", "object", "object",
        "object", "int", "string", "int", "object", "any",
      ])
    #expect(properties[2]["indexed"] == .bool(true))
    #expect(properties[12]["target"] == .string("Maker"))
    #expect(properties[15]["collection"] == .string("list"))
    #expect(types[0]["linkedBy"]?.elements?.first?["property"] == .string("maker"))
    #expect(types[2]["kind"] == .string("embedded"))
    let graph = await visitor.get("graph")
    #expect(graph.headers[.contentType] == "image/svg+xml")
    #expect(graph.text.contains("<svg"))
  }

  @Test("the page about the file names its pages and the processes that read it")
  func file() async throws {
    let answer = try await visitor.json("file")
    #expect(answer["name"] == .string("shop.realm"))
    #expect(answer["capabilities"]?["edit"] == .bool(false))
    #expect(answer["tables"]?.elements?.contains { $0["name"] == .string("Thing") && $0["rows"] == .number("1000") } == true)
    #expect(answer["readers"]?.elements?.isEmpty == false)
    // The sizes are then those of the file as it is.
    let size = { try await visitor.json("types")["types"]?.elements?.last?["bytes"] }
    let before = try await size()
    try shop.write { realm in
      for id in 1000..<2000 { _ = realm.create(Thing.self, value: ["id": id, "name": "more"]) }
    }
    #expect(try await size() == before)
    _ = try await visitor.json("file")
    #expect(try await size() != before)
  }

  @Test("the brief answer about the file has its name and what the server can do, and no tables")
  func brief() async throws {
    let answer = try await visitor.json("file", ["brief": "1"])
    #expect(answer["name"] == .string("shop.realm"))
    #expect(answer["path"] == .string(shop.path))
    #expect(answer["capabilities"] == .members(["edit": .bool(false), "import": .bool(false)]))
    #expect(answer["opened"]?["version"] == answer["version"])
    #expect(answer["tables"] == nil)
  }

  @Test("a summary counts nil and distinct values, and its parts are conditions that find as many rows")
  func summary() async throws {
    let answer = try await visitor.json("summary", ["type": "Thing", "column": "size", "where": "id < 500"])
    #expect(answer["count"] == .number("500"))
    #expect(answer["nil"] == .number("50"))
    let sizes = (0..<500).filter { $0 % 10 != 0 }.map { $0 * 7 % 1000 }
    #expect(answer["distinct"]?["count"] == .count(Set(sizes).count))
    #expect(answer["distinct"]?["exact"] == .bool(true))
    #expect(answer["min"] == .string("\(sizes.min() ?? 0)"))
    #expect(answer["max"] == .string("\(sizes.max() ?? 0)"))
    let bins = try #require(answer["histogram"]?.elements)
    #expect(bins.count <= 20)
    #expect(bins.first?["from"] == answer["min"])
    #expect(bins.last?["to"] == answer["max"])
    var total = 0
    for bin in bins {
      guard case .number(let text)? = bin["count"], let count = Int(text), let condition = bin["where"]?.string else { continue }
      total += count
      let rows = try await visitor.json("rows", ["type": "Thing", "where": "id < 500 AND (\(condition))"])
      #expect(rows["count"] == .count(count), "\(condition)")
    }
    #expect(total == 450)
    let ratios = try await visitor.json("summary", ["type": "Thing", "column": "ratio"])
    #expect(ratios["histogram"]?.elements?.count == 20)
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 2)?.name = String(repeating: "x", count: 4097) }
    let names = try await visitor.json("summary", ["type": "Thing", "column": "name", "where": "id < 5"])
    // Longer texts are not compared, and end the counting.
    #expect(names["distinct"] == .members(["count": .number("2"), "exact": .bool(false)]))
    #expect(names["top"] == .null)
    let lengths = try await visitor.json("summary", ["type": "Thing", "column": "places"])
    #expect(lengths["empty"] == .number("1000"))
    try shop.write { _ = $0.create(Note.self, value: ["text": "without a thing"]) }
    let none = try await visitor.json("summary", ["type": "Note", "column": "thing.places"])
    #expect(none["count"] == .number("1"))
    #expect(none["lengths"] == .null)
  }

  @Test("groups are ranked by their figure")
  func groups() async throws {
    let answer = try await visitor.json("groups", ["type": "Thing", "by": "maker.name", "measure": "sum:size", "where": "id < 100"])
    let groups = try #require(answer["groups"]?.elements)
    #expect(groups.count == 5)
    let figures = groups.compactMap { group -> Double? in if case .number(let text)? = group["figure"] { Double(text) } else { nil } }
    #expect(figures == figures.sorted(by: >))
    let condition = try #require(groups[0]["where"]?.string)
    let rows = try await visitor.json("rows", ["type": "Thing", "where": "id < 100 AND \(condition)"])
    #expect(rows["count"] == .number("20"))
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 0)?.section = "nil" }
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.section = nil }
    let sections = try await visitor.json("groups", ["type": "Thing", "by": "section", "where": "id < 2"])
    // The text "nil" is another group.
    #expect(sections["groups"]?.elements?.map { $0["label"] } == [.null, .string("nil")])
    #expect(await visitor.get("groups", ["type": "Thing", "by": "places"]).code == "request")
    #expect(await visitor.get("groups", ["type": "Thing", "by": "section", "measure": "sum:name"]).code == "request")
  }

  @Test(
    "the completion of a condition offers what fits its place",
    arguments: [
      ("", "name", "name "), ("na", "name", "name "), ("name ", "CONTAINS", "CONTAINS "), ("maker.", "email", "email "),
      ("size > 1 ", "AND", "AND "),
      ("size > 1 AND se", "section", "section "), ("isNew == ", "true", "true "), ("place.st", "street", "street "),
      ("section == ", "nil", "nil "),
      ("places.", "@count", "@count "), ("size > 1 AND (na", "name", "name "), ("NOT na", "name", "name "),
      ("ANY similar.na", "name", "name "),
    ])
  func completion(text: String, item: String, insert: String) async throws {
    let answer = try await visitor.json("complete", ["type": "Thing", "where": text, "at": "\(text.utf16.count)"])
    let items = try #require(answer["items"]?.elements)
    let found = items.first { $0["text"] == .string(item) }
    #expect(found?["insert"] == .string(insert), "\(text): \(items.map(\.text))")
  }

  @Test("nothing is completed inside of text, and any text is accepted")
  func noCompletion() async throws {
    let inside = try await visitor.json("complete", ["type": "Thing", "where": "name == 'na", "at": "11"])
    #expect(inside["items"] == .array([]))
    for text in ["((((", "a.b.c.", "\"", "[", "%@ $0 # @", "a == == b", "\u{0}", "😀.", "name == 'x' AND"] {
      for at in 0...text.utf16.count { _ = try await visitor.json("complete", ["type": "Thing", "where": text, "at": "\(at)"]) }
    }
  }

  @Test("objects are found by their labels and their keys")
  func find() async throws {
    let answer = try await visitor.json("find", ["type": "Thing", "text": "THING 99", "count": "5"])
    #expect(answer["objects"]?.elements?.count == 5)
    #expect(answer["more"] == .bool(true))
    let key = try await visitor.json("find", ["type": "Thing", "text": "417"])
    #expect(key["objects"]?.elements?.first?["label"] == .string("thing 417"))
    let quotes = try await visitor.json("find", ["type": "Thing", "text": "' OR TRUEPREDICATE OR name == '"])
    #expect(quotes["objects"] == .array([]))
  }

  @Test("objects that link to an object are listed page by page")
  func linking() async throws {
    let answer = try await visitor.json(
      "linking", ["type": "Maker", "key": "0", "source": "Thing", "property": "maker", "from": "150", "count": "100"])
    #expect(answer["count"] == .number("200"))
    #expect(answer["objects"]?.elements?.count == 50)
    #expect(await visitor.get("linking", ["type": "Maker", "key": "0", "source": "Note", "property": "thing"]).code == "request")
  }

  @Test("an export of a view is what the command prints")
  func export() async throws {
    let lines = await visitor.get(
      "export", ["type": "Thing", "where": "id < 3", "sort": "id:desc", "columns": "id,name", "format": "jsonl"])
    #expect(
      lines.text == #"{"id":2,"name":"thing 2"}"# + "\n" + #"{"id":1,"name":"thing 1"}"# + "\n" + #"{"id":0,"name":"thing 0"}"# + "\n")
    #expect(lines.headers[.contentDisposition] == "attachment; filename=\"Thing.jsonl\"")
    let records = await visitor.get("export", ["type": "Maker", "format": "csv"])
    #expect(records.text.hasPrefix("email,name\n") || records.text.hasPrefix("email,name\r\n"))
    #expect(records.text.split(whereSeparator: \.isNewline).count == 6)
    let all = await visitor.get("export", ["type": "Thing"])
    #expect(all.text.split(separator: "\n").count == 1000)
    #expect(await visitor.get("export", ["type": "Thing", "format": "xml"]).code == "request")
    #expect(await visitor.get("export", ["type": "Thing", "where": "nam == 1"]).code == "condition")
  }
}
