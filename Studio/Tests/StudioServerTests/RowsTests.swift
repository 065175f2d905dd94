import Ashlar
import AshlarInspection
import Foundation
import Testing

@testable import StudioServer

@Suite("Rows of a studio")
struct RowsTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    visitor = try await Visitor(shop)
  }

  private func cells(_ answer: JSONValue) -> [[JSONValue]] { answer["rows"]?.elements?.map { $0["cells"]?.elements ?? [] } ?? [] }

  @Test("all objects of a type are read by position, page by page, to the end and beyond")
  func pages() async throws {
    try shop.fill(250)
    var ids: [JSONValue] = []
    for from in stride(from: 0, through: 300, by: 100) {
      let answer = try await visitor.json("rows", ["type": "Thing", "columns": "id", "from": "\(from)"])
      #expect(answer["count"] == .number("250"))
      #expect(answer["plan"] == .null)
      ids += cells(answer).map { $0[0] }
    }
    #expect(ids == (0..<250).map { .string("\($0)") })
    #expect(try await visitor.studio.shown().clients.client(visitor.client).viewCount == 0)
  }

  @Test("a condition and an order find the same rows as the runtime, with a plan")
  func filtered() async throws {
    try shop.fill(500)
    let parameters: KeyValuePairs = [
      "type": "Thing", "where": "section IN {'s1', 's3'} AND size > 100", "sort": "size:desc,id:asc", "columns": "id,size,maker.name",
      "count": "50",
    ]
    let answer = try await visitor.json("rows", parameters)
    let expected = try shop.read { realm in
      realm.objects(Thing.self).filter("section IN {'s1', 's3'} AND size > 100")
        .sorted(by: [Ashlar.SortDescriptor(keyPath: "size", ascending: false), Ashlar.SortDescriptor(keyPath: "id")]).map {
          ($0.id, $0.size, $0.maker?.name)
        }
    }
    #expect(answer["count"] == .count(expected.count))
    let found = cells(answer)
    #expect(found.count == 50)
    for (row, thing) in zip(found, expected) {
      #expect(row == [.string("\(thing.0)"), .string("\(thing.1 ?? 0)"), .string(thing.2 ?? "")])
    }
    #expect(answer["plan"]?["first"] == .bool(true))
    #expect(answer["plan"]?["text"]?.string?.contains("sort by size descending") == true)
    let again = try await visitor.json("rows", parameters)
    #expect(again["plan"]?["first"] == .bool(false))
    #expect(again["view"] == answer["view"])
  }

  @Test("a client keeps the rows of two views at most")
  func views() async throws {
    try shop.fill(20)
    for size in 0..<5 { _ = try await visitor.json("rows", ["type": "Thing", "where": "size > \(size)"]) }
    #expect(try await visitor.studio.shown().clients.client(visitor.client).viewCount == 2)
  }

  @Test("views and pages without requests are released")
  func idle() async throws {
    _ = try await visitor.json("rows", ["type": "Thing", "where": "size > 1"])
    let client = try await visitor.studio.shown().clients.client(visitor.client)
    #expect(await client.tidy() == false)
    #expect(await client.viewCount == 1)
    let brief = try await Visitor(shop) { $0.idleTime = .milliseconds(1) }
    _ = try await brief.json("rows", ["type": "Thing", "where": "size > 1"])
    while try await brief.studio.shown().clients.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test(
    "an error of a condition has its place in the text",
    arguments: [
      ("size > 1 AND nam == 'x'", 13, 3), ("size >", 6, 0), ("siz > 1", 0, 3), ("name == 'open", 8, 5),
      ("size ~ 1", 5, 1),
      ("name == '😀' AND siz == 1", 17, 3), ("size > 1)", 8, 1), ("size > %@", 7, 1),
    ])
  func errors(condition: String, offset: Int, length: Int) async throws {
    let answer = await visitor.get("rows", ["type": "Thing", "where": condition])
    #expect((answer.status, answer.code) == (400, "condition"))
    let error = try answer.json["error"]
    #expect(error?["parameter"] == .string("where"))
    #expect((error?["message"]?.string ?? "").isEmpty == false)
    let place = (error?["offset"], error?["length"])
    #expect(place.0 == .count(offset) && place.1 == .count(length), "\(condition): \(place)")
  }

  @Test("other parameters that are not valid are named")
  func parameters() async throws {
    for (parameters, name) in [
      (["type": "Thing", "sort": "nam"], "sort"), (["type": "Thing", "sort": "name:up"], "sort"),
      (["type": "Thing", "columns": "nam"], "columns"),
      (["type": "Thin"], "type"), (["type": "Thing", "from": "-1"], "from"), (["type": "Thing", "count": "501"], "count"),
      (["type": "Thing", "count": "x"], "count"), ([:], "type"),
    ] as [([String: String], String)] {
      let answer = await visitor.send(visitor.target("rows", [:]) + parameters.map { "&\($0.key)=\(Query.encoded($0.value))" }.joined())
      #expect((answer.status, answer.code) == (400, "request"), "\(parameters)")
      #expect(try answer.json["error"]?["parameter"] == .string(name), "\(parameters)")
    }
  }

  @Test("each kind of value has the form that the page expects")
  func values() async throws {
    let moment = Date(timeIntervalSince1970: 1_700_000_000.25)
    try shop.write { realm in
      let maker = realm.create(Maker.self, value: ["email": "a@example.org", "name": "Ada"])
      let thing = realm.create(Thing.self, value: ["id": Int.min, "name": "one"])
      thing.size = -9_007_199_254_740_993
      thing.isNew = true
      thing.ratio = .nan
      thing.weight = 1.5
      thing.price = "1.50"
      thing.made = moment
      thing.tag = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")
      thing.code = try ObjectId(string: "0123456789abcdef01234567")
      thing.photo = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
      thing.maker = maker
      thing.place = Place(value: ["street": "Main Street", "number": 5])
      thing.places.append(Place(value: ["street": "Side Street"]))
      thing.scores.append(objectsIn: [1, 2, 3])
      thing.words.insert("a")
      thing.stock["b"] = 2
      thing.extra = .fromArray([.int(5), .string("x"), .none, .object(maker)])
      _ = realm.create(Thing.self, value: ["id": 2, "name": ""])
    }
    let rows = try await visitor.json("rows", ["type": "Thing"])
    let names = try #require(rows["columns"]?.elements).compactMap(\.string)
    let row = Dictionary(uniqueKeysWithValues: zip(names, cells(rows)[0]))
    #expect(row["id"] == .string("\(Int.min)"))
    #expect(row["size"] == .string("-9007199254740993"))
    #expect(row["isNew"] == .bool(true))
    #expect(row["ratio"] == .string("NaN"))
    #expect(row["weight"] == .number("1.5"))
    #expect(row["price"] == .string("1.50"))
    #expect(row["made"] == .string("2023-11-14T22:13:20.25Z"))
    #expect(row["tag"] == .string("00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(row["code"] == .string("0123456789abcdef01234567"))
    #expect(row["photo"] == .members(["bytes": .number("9"), "hex": .string("89504e470d0a1a0a01"), "image": .string("image/png")]))
    #expect(row["maker"] == .members(["type": .string("Maker"), "key": .string("0"), "label": .string("Ada")]))
    #expect(row["place"]?["embedded"] == .bool(true))
    #expect(row["place"]?["label"] == .string("Main Street"))
    #expect(row["places"] == .members(["count": .number("1")]))
    #expect(row["stock"] == .members(["count": .number("1")]))
    #expect(row["extra"] == .members(["any": .string("list"), "value": .members(["count": .number("4")])]))
    let second = Dictionary(uniqueKeysWithValues: zip(names, cells(rows)[1]))
    #expect(second["name"] == .string(""))
    for name in ["size", "weight", "price", "made", "tag", "code", "photo", "maker", "place", "extra", "section"] {
      #expect(second[name] == .null, "\(name)")
    }
    let object = try await visitor.json("object", ["type": "Thing", "key": "0", "edit": "1"])
    let properties = Dictionary(
      uniqueKeysWithValues: (object["properties"]?.elements ?? []).map { ($0["name"]?.string ?? "", $0) })
    #expect(properties["places"]?["value"]?["elements"]?.elements?.first?["properties"]?.elements?.count == 2)
    #expect(properties["stock"]?["value"]?["entries"] == .array([.array([.string("b"), .string("2")])]))
    let elements = properties["extra"]?["value"]?["value"]?["elements"]?.elements ?? []
    #expect(elements.map { $0["any"]?.string } == ["int", "string", nil, "object"])
    #expect(properties["size"]?["edit"] == .string("-9007199254740993"))
    #expect(properties["maker"]?["edit"] == .members(["$row": .string("0")]))
    #expect(properties["extra"]?["edit"]?.elements?.first == .members(["$int": .string("5")]))
    #expect(object["json"] == nil)
    let named = try await visitor.json("object", ["type": "Thing", "key": "0", "property": "size", "edit": "1", "json": "1"])
    #expect(named["properties"]?.elements?.count == 1)
    #expect(named["properties"]?.elements?.first?["edit"] == .string("-9007199254740993"))
    let exported = await visitor.get("export", ["type": "Thing"])
    #expect(named["json"]?.string == exported.text.split(separator: "\n").first.map(String.init))
    #expect(await visitor.get("object", ["type": "Thing", "key": "0", "property": "siz"]).code == "request")
    let maker = try await visitor.json("object", ["type": "Maker", "key": "0"])
    #expect(maker["linkedBy"]?.elements?.first?["count"] == .number("1"))
    #expect(maker["primaryKey"] == .array([.string("a@example.org")]))
    let image = await visitor.get("value", ["type": "Thing", "key": "0", "property": "photo"])
    #expect(image.headers[.contentType] == "image/png")
    #expect(image.bytes.count == 9)
  }

  @Test("an object that does not exist is gone, and a key that is none is refused")
  func gone() async {
    #expect(await visitor.get("object", ["type": "Thing", "key": "77"]).code == "gone")
    #expect(await visitor.get("object", ["type": "Thing", "key": "x"]).code == "request")
    #expect(await visitor.get("object", ["type": "Thing", "key": "-1"]).code == "gone")
  }

  @Test("hostile content travels as it is, and long text is cut")
  func hostile() async throws {
    let texts = [
      "<script>alert(1)</script>", "\u{0}\u{1}\u{7f}\r\n\t", "\u{202E}abc\u{200F}", "\u{2028}\u{2029}", "\"'\\", "a\u{301}",
      "\u{FEFF}\u{FFFD}",
      String(repeating: "😀", count: 1 << 18),
    ]
    try shop.write { realm in
      for (id, text) in texts.enumerated() { _ = realm.create(Thing.self, value: ["id": id, "name": text]) }
    }
    let answer = await visitor.get("rows", ["type": "Thing", "columns": "name"])
    #expect(!answer.bytes.contains { $0 < 0x20 })
    let found = cells(try answer.json).map { $0[0] }
    #expect(found.dropLast() == texts.dropLast().map { JSONValue.string($0) }[...])
    #expect(found.last?["bytes"] == .count(1 << 20))
    #expect(found.last?["cut"]?.string?.utf16.count == 300)
    let whole = await visitor.get("value", ["type": "Thing", "key": "7", "property": "name"])
    #expect(whole.text == texts[7])
    #expect(whole.headers[.contentDisposition]?.hasPrefix("attachment") == true)
    for (id, text) in texts.dropLast().enumerated() {
      let summary = try await visitor.json("summary", ["type": "Thing", "column": "name", "where": "id == \(id)"])
      let condition = try #require(summary["top"]?.elements?.first?["where"]?.string)
      let again = try await visitor.json("rows", ["type": "Thing", "columns": "name", "where": condition])
      #expect(cells(again).map { $0[0] } == [.string(text)], "\(condition)")
    }
  }

  @Test("the position of an object in a view leads to its page")
  func position() async throws {
    try shop.fill(300)
    let plain = try await visitor.json("position", ["type": "Thing", "key": "120"])
    #expect(plain["position"] == .number("120"))
    let sorted = try await visitor.json("position", ["type": "Thing", "key": "120", "sort": "id:desc"])
    #expect(sorted["position"] == .number("179"))
    let absent = try await visitor.json("position", ["type": "Thing", "key": "120", "where": "id > 200"])
    #expect(absent["position"] == .null)
  }
}
