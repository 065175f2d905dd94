import Ashlar
import Concerts
import Foundation
import Testing

@Suite("Coding of objects")
struct CodingAcceptanceTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func venue(_ text: String) throws -> Venue { try JSONDecoder().decode(Venue.self, from: Data(text.utf8)) }

  @Test("JSON with sorted keys makes the round trip exactly")
  func roundTrip() throws {
    let json = #"{"city":"Oslo","seats":900,"street":"Kai 1"}"#
    #expect(try text(venue(json)) == json)
  }

  @Test("a missing key of an optional property decodes as nil")
  func missingOptional() throws {
    #expect(try venue(#"{"city":"Oslo","seats":1}"#).street == nil)
  }

  @Test("nil is encoded as null")
  func explicitNull() throws {
    #expect(try text(venue(#"{"city":"Oslo","seats":1}"#)) == #"{"city":"Oslo","seats":1,"street":null}"#)
  }

  @Test("encoding a managed object throws")
  func managed() throws {
    let realm = try memoryRealm(ConcertsSchema.objectTypes)
    let player = try realm.write { realm.create(Musician.self, value: ["firstName": "Ada"]) }
    #expect(throws: EncodingError.self) { try text(player) }
  }
}
