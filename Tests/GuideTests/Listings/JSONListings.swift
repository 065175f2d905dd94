import Ashlar
import Bookshop
import Foundation
import Testing
import Traits

@Suite("Guide: Codable and JSON")
struct JSONListings {
  private func stable() throws -> Realm {
    try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Rider.self, Horse.self, Saddle.self]))
  }

  @Test("a value is decoded, stored and encoded again")
  func values() throws {
    let realm = try stable()
    let json = Data(
      """
      {"id": 1, "title": "Ada", "born": "1815-12-10T00:00:00Z", "gait": 1, "nicknames": ["A"], "colours": [3], "scores": {"x": 1.5},
       "horses": [], "unknown": true}
      """.utf8)
    // listing: decode
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let decoded = try decoder.decode(Rider.Value.self, from: json)
    let rider = try realm.write { try realm.add(decoded, as: Rider.self) }
    // end
    #expect(rider.name == "Ada" && rider.gait == .walk && rider.scores["x"] == 1.5)
    #expect(rider.born == Date(timeIntervalSince1970: -4_861_728_000))
    // listing: encode
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let text = try encoder.encode(rider.value())
    // end
    #expect(try decoder.decode(Rider.Value.self, from: text) == decoded)
    let fields = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    #expect(fields["title"] as? String == "Ada" && fields["born"] as? String == "1815-12-10T00:00:00Z" && fields["secret"] == nil)
  }

  @Test("a link of a value is coded as a primary key or as an object")
  func links() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let key: Linked<Horse> = .key("Bolt")
    let value: Linked<Horse> = .value(Horse.Value(name: "Bolt"))
    #expect(String(decoding: try encoder.encode(key), as: UTF8.self) == #""Bolt""#)
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"name":"Bolt","riders":[]}"#)
  }

  @Test("a link by key leads to the stored object")
  func stored() throws {
    let realm = try stable()
    try realm.write { realm.create(Horse.self, value: ["name": "Bolt"]) }
    let json = Data(
      #"{"id": 1, "title": "Ada", "nicknames": [], "colours": [], "scores": {}, "horses": ["Bolt"], "teacher": null}"#.utf8)
    // listing: link
    let rider = try JSONDecoder().decode(Rider.self, from: json)  // "horses": ["Bolt"]
    try realm.write { realm.add(rider, update: .modified) }
    // end
    #expect(rider.horses.first?.name == "Bolt" && rider.gait == .canter && realm.objects(Horse.self).count == 1)
  }

  @Test("objects of a class are decoded and added")
  func classes() throws {
    let realm = try stable()
    let json = Data(#"[{"name": "Bolt", "riders": []}, {"name": "Comet", "riders": []}]"#.utf8)
    // listing: class
    let horses = try JSONDecoder().decode([Horse].self, from: json)
    try realm.write { realm.add(horses, update: .modified) }
    // end
    #expect(realm.objects(Horse.self).map(\.name) == ["Bolt", "Comet"])
    // listing: managed
    let text = try JSONEncoder().encode(realm.values(of: realm.objects(Horse.self)))
    // end
    #expect(try JSONDecoder().decode([Horse.Value].self, from: text).map(\.name) == ["Bolt", "Comet"])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Array(realm.objects(Horse.self))) }
    #expect(try !JSONEncoder().encode(horses.map { Horse(value: $0) }).isEmpty)
  }

  @Test("parsed JSON becomes an object")
  func create() throws {
    let realm = try bookshop()
    let json = Data(
      """
      {"isbn": "4", "title": "Kindred", "pages": 287, "price": "11.50", "author": {"name": "Octavia E. Butler"}, "publisher": "Doubleday",
       "published": "1979-06-01T00:00:00Z"}
      """.utf8)
    // listing: create
    var fields = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
    if let text = fields["published"] as? String { fields["published"] = try Date(text, strategy: .iso8601) }
    let novel = try realm.write { realm.create(Novel.self, value: fields, update: .modified) }
    // end
    #expect(novel.author?.name == "Octavia E. Butler" && novel.price == 11.5)
    #expect(novel.published == Date(timeIntervalSince1970: 297_043_200))
  }
}
