import Ashlar
import Concerts
import Foundation
import Testing

@Suite("Coding of objects")
struct CodingTests {
  private static let id = "8F0E9D2A-3C1B-4F5A-9E7D-0A1B2C3D4E5F"

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(text.utf8))
  }

  private static let whole = """
    {"begins":"2026-03-01T19:30:00Z","class":2.5,"encores":["Air","Badinerie"],"led by":null,"minutes":95,"no":7,"players":[\
    {"born":"1990-01-02T00:00:00Z","family_name":"Lind","favourite":"cello","firstName":"Ada","home":\
    {"city":"Bergen","seats":4,"street":null},"id":"\(id)","instruments":["cello","voice"],"nickname":null,"picture":"AQI=","pupils":[],\
    "seating":1,"teacher":null}],"prices":{"balcony":20,"hall":40},"remark":"Sold out","tags":["new"],"title":"Suites","venue":{"city":"Oslo","seats":900,"street":"Kai 1"}}
    """

  @Test("what was decoded encodes to the same text: names of keys, nulls, dates, enums, lists, objects in objects")
  func roundTrip() throws {
    let performance = try decode(Performance.self, Self.whole)
    #expect(performance.number == 7 && performance.title == "Suites" && performance.encores.map(\.self) == ["Air", "Badinerie"])
    #expect(
      performance.venue?.street == "Kai 1" && performance.conductor == nil && performance.begins.timeIntervalSince1970 == 1_772_393_400)
    #expect(performance.prices["hall"] == 40 && performance.prices.count == 2 && performance.tags.contains("new"))
    let player = try #require(performance.players.first)
    #expect(player.familyName == "Lind" && player.instruments.map(\.self) == [.cello, .voice] && player.seating == .rows)
    #expect(player.picture == Data([1, 2]) && player.home?.seats == 4 && player.id.uuidString == Self.id)
    #expect(performance.realm == nil && player.realm == nil)
    #expect(try text(performance) == Self.whole)
  }

  @Test("properties that were never set encode the defaults, and nil as null")
  func defaults() throws {
    let venue = Venue()
    #expect(try text(venue) == #"{"city":"","seats":100,"street":null}"#)
    #expect(try text(Emptiness()) == "{}")
    let musician = Musician()
    #expect(try text(musician).contains(#""id":"\#(musician.id.uuidString)""#))
    #expect(try text(musician).contains(#""seating":0"#))
  }

  @Test("a property without a key has its default, is nil where nil is possible, and is an error elsewhere")
  func missing() throws {
    let venue = try decode(Venue.self, #"{"city":"Oslo"}"#)
    #expect(venue.street == nil && venue.seats == 100)
    #expect {
      try decode(Venue.self, #"{"seats":1}"#)
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, _) = error else { return false }
      return key.stringValue == "city"
    }
    #expect(throws: DecodingError.self) { try decode(Performance.self, Self.whole.replacing(#""encores":["Air","Badinerie"],"#, with: "")) }
  }

  @Test("a required identifier without a key is fresh for each object, and a default that is null in the text is an error")
  func fresh() throws {
    let text = #"{"firstName":"Ada","instruments":[],"pupils":[],"seating":2}"#
    let musicians = try (0..<3).map { _ in try decode(Musician.self, text) }
    #expect(Set(musicians.map(\.id)).count == 3)
    #expect(musicians.allSatisfy { $0.familyName.isEmpty })
    let realm = try memoryRealm(ConcertsSchema.objectTypes)
    try realm.write { realm.add(musicians) }
    #expect(realm.objects(Musician.self).count == 3)
    #expect(throws: DecodingError.self) { try decode(Venue.self, #"{"city":"Oslo","seats":null}"#) }
  }

  @Test("null for what is never nil is a mismatch of types")
  func null() throws {
    for (part, key) in [
      (#""minutes":95"#, "minutes"), (#""encores":["Air","Badinerie"]"#, "encores"), (#""no":7"#, "no"), (#""tags":["new"]"#, "tags"),
    ] {
      #expect {
        try decode(Performance.self, Self.whole.replacing(part, with: #""\#(key)":null"#))
      } throws: { error in
        guard case DecodingError.typeMismatch(_, let context) = error else { return false }
        return context.codingPath.map(\.stringValue) == [key] && context.debugDescription.hasPrefix("Cannot convert nil to '")
      }
    }
  }

  @Test("an error in a nested value is reported with its path")
  func path() throws {
    #expect {
      try decode(Performance.self, Self.whole.replacing(#""favourite":"cello""#, with: #""favourite":"kazoo""#))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["players", "Index 0", "favourite"]
    }
  }

  @Test("a managed object is not encoded, nor is what links to one; decoded objects can be added")
  func managed() throws {
    let realm = try memoryRealm(ConcertsSchema.objectTypes)
    let performance = try decode(Performance.self, Self.whole)
    try realm.write { realm.add(performance) }
    #expect(realm.objects(Musician.self).map(\.familyName) == ["Lind"])
    #expect {
      try text(performance)
    } throws: { error in
      guard case EncodingError.invalidValue(let value, let context) = error else { return false }
      return value as? Performance === performance && context.debugDescription.hasPrefix("Only unmanaged objects can be encoded")
    }
    let other = Performance()
    other.players.append(try #require(performance.players.first))
    #expect(throws: EncodingError.self) { try text(other) }
    // Lists of values alone can be.
    #expect(try text(performance.encores) == #"["Air","Badinerie"]"#)
  }

  @Test("strategies for keys hold, and observers are not called")
  func strategies() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"first_name":"Ada","familyName":"L","id":"\#(Self.id)","instruments":[],"pupils":[],"seating":2}"#
    // No key of the text becomes 'family_name', so the property keeps its default.
    let converted = try decoder.decode(Musician.self, from: Data(text.utf8))
    #expect(converted.firstName == "Ada" && converted.familyName.isEmpty)
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(throws: DecodingError.self) { try decoder.decode(Musician.self, from: Data(text.utf8)) }
    let exact = text.replacing("first_name", with: "firstName").replacing("familyName", with: "family_name")
    let musician = try decoder.decode(Musician.self, from: Data(exact.utf8))
    #expect(musician.firstName == "Ada" && musician.seating == .free && musician.born == nil)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(String(decoding: try encoder.encode(musician), as: UTF8.self).contains(#""first_name":"Ada""#))
  }
}
