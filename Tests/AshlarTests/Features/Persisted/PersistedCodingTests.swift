import Foundation
import Handwritten
import Testing

@testable import Ashlar

@Suite("Codable of classes written by hand")
struct PersistedCodingTests {
  private let text = """
    {"cached":7,"id":1,"lines":["a","b"],"mood":"b","replies":[{"cached":0,"id":2,"lines":[],"mood":"calm","replies":[],"stamp":null,\
    "subject":null,"wax":""}],"stamp":{"from":"NO","value":5},"subject":"hi","wax":"red"}
    """

  private func decode(_ text: String) throws -> Missive { try JSONDecoder().decode(Missive.self, from: Data(text.utf8)) }
  private func encode(_ missive: Missive) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(missive), as: UTF8.self)
  }

  @Test("what is decoded is there, in memory and after adding")
  func decoding() throws {
    let missive = try decode(text)
    func check(_ missive: Missive) {
      #expect(missive.id == 1 && missive.subject == "hi" && Array(missive.lines) == ["a", "b"] && missive.mood == .busy)
      #expect(missive.stamp?.value == 5 && missive.stamp?.country == "NO" && missive.sealed == "red")
      #expect(missive.replies.map(\.id) == [2] && missive.replies[0].subject == nil && missive.replies[0].sealed == "")
    }
    check(missive)
    #expect(missive.cached == 7)
    let realm = try memoryRealm(HandwrittenSchema.objectTypes)
    try realm.write { realm.add(missive) }
    check(missive)
    let stored = try #require(realm.object(ofType: Missive.self, forPrimaryKey: 1))
    check(stored)
    #expect(stored.stamp?.missives.map(\.id) == [1])
  }

  @Test("a decoded object can be changed, and its key only before it is in a Realm")
  func writing() throws {
    let missive = try decode(text)
    missive.subject = "bye"
    missive.id = 9
    #expect(missive.subject == "bye" && missive.id == 9)
  }

  @Test("encoding gives back what was decoded, nil as null")
  func roundTrip() throws { #expect(try encode(decode(text)) == text) }

  @Test("a missing key is nil where the value can be, and an error where there is no initial value")
  func missing() throws {
    let short = #"{"cached":0,"id":1,"lines":[],"mood":"b","replies":[],"wax":"red"}"#
    let missive = try decode(short)
    #expect(missive.subject == nil && missive.stamp == nil)
    #expect(throws: DecodingError.self) { try decode(short.replacingOccurrences(of: #""id":1,"#, with: "")) }
    let error = #expect(throws: DecodingError.self) { try decode(short.replacingOccurrences(of: #""red""#, with: "null")) }
    #expect("\(try #require(error))".contains("wax"))
  }

  @Test("a wrapper is Encodable as its value is; it encodes the value until an object has it, and then refuses")
  func wrappers() throws {
    func isEncodable<T>(_ type: T.Type) -> Bool { type is any Encodable.Type }
    #expect(isEncodable(Persisted<Int>.self) && isEncodable(Persisted<List<String?>>.self) && !isEncodable(Persisted<AnyRealmValue>.self))
    let wrappers = try JSONDecoder().decode([Persisted<Int?>].self, from: Data("[1,null]".utf8))
    #expect(String(decoding: try JSONEncoder().encode(wrappers), as: UTF8.self) == "[1,null]")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Persisted<Int>()) }
  }

  @Test("nothing is left of an object whose decoding fails")
  func failing() async {
    await #expect(processExitsWith: .success) {
      _ = try? decodeMissive(#"{"cached":0,"id":3,"subject":"x","lines":5}"#)
      precondition(!DecodedProperties.areWaiting)
      _ = try decodeMissive(#"{"cached":0,"id":4,"lines":[],"mood":"b","replies":[],"wax":"y"}"#)
      precondition(!DecodedProperties.areWaiting)
    }
  }

  @Test("a managed object cannot be encoded")
  func managed() throws {
    let realm = try memoryRealm(HandwrittenSchema.objectTypes)
    let missive = try decode(text)
    try realm.write { realm.add(missive) }
    #expect(throws: EncodingError.self) { try encode(missive) }
  }

  @Test("objects of the class that are made while another is decoded neither get nor take any of it")
  func nested() throws {
    let text = text
    let action = Temper.Action {
      let plain = Missive()
      #expect(plain.id == 0 && plain.subject == nil && plain.lines.isEmpty && plain.sealed == "")
      Temper.$whileDecoding.withValue(nil) {
        #expect(throws: DecodingError.self) { try decodeMissive(#"{"id":3,"subject":"x","lines":5}"#) }
        #expect((try? decodeMissive(#"{"cached":0,"id":4,"lines":[],"mood":"b","replies":[],"wax":"y"}"#))?.id == 4)
      }
    }
    let missive = try Temper.$whileDecoding.withValue(action) { try decode(text) }
    #expect(missive.id == 1 && missive.subject == "hi" && Array(missive.lines) == ["a", "b"] && missive.sealed == "red")
  }
}

private func decodeMissive(_ text: String) throws -> Missive { try JSONDecoder().decode(Missive.self, from: Data(text.utf8)) }
