import Foundation
import Testing

@testable import Ashlar

@Suite struct ObjectIdTests {
  @Test("text of either case is read and lower case is written")
  func text() throws {
    let id = try ObjectId(string: "65E0A1b2c3D4e5f601234567")
    #expect(id.stringValue == "65e0a1b2c3d4e5f601234567")
    #expect(id.description == "65e0a1b2c3d4e5f601234567")
    #expect(ObjectId("65e0a1b2c3d4e5f601234567") == id)
    #expect(ObjectId().stringValue == "000000000000000000000000")
  }

  @Test(
    "anything but 24 hex digits is an error",
    arguments: [
      "", "65e0a1b2c3d4e5f60123456", "65e0a1b2c3d4e5f6012345678", "65e0a1b2c3d4e5f60123456g", " 5e0a1b2c3d4e5f601234567",
      "é5e0a1b2c3d4e5f60123456",
    ])
  func invalid(text: String) {
    #expect(throws: (any Error).self) { try ObjectId(string: text) }
  }

  @Test("a time beyond 64 bits of seconds stops the program, and the message states what to pass", arguments: [1e20, 1e300])
  func endlessTime(seconds: Double) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [seconds] in
      _ = ObjectId(timestamp: Date(timeIntervalSince1970: seconds), machineId: 0, processId: 0)
    }
    #expect(errorText(result).contains("within 64 bits of seconds since 1970, but is \(seconds) seconds. Pass another date"))
  }

  @Test("the error names the text and the rule")
  func message() {
    #expect(ObjectId.fault("zz").contains("'zz'") && ObjectId.fault("zz").contains("24 hex digits"))
  }

  @Test("a literal that is not an ObjectId stops the program")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = ObjectId("zz" as StaticString) }
  }

  @Test("order is by bytes, unsigned")
  func order() throws {
    let sorted = try [
      "000000000000000000000000", "000000000000000000000001", "0000000000000000ffffffff", "7fffffffffffffffffffffff",
      "800000000000000000000000", "ffffffffffffffff00000000",
    ].map { try ObjectId(string: $0) }
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test("the timestamp has whole seconds")
  func timestamp() {
    let id = ObjectId(timestamp: Date(timeIntervalSince1970: 1_234_567_890.75), machineId: 0x0403_0201, processId: 0x0706_05)
    #expect(id.timestamp == Date(timeIntervalSince1970: 1_234_567_890))
    #expect(id.stringValue.hasPrefix("499602d2" + "010203" + "0506"))
    let late = ObjectId(timestamp: Date(timeIntervalSince1970: 4_294_967_295), machineId: 0, processId: 0)
    #expect(late.timestamp.timeIntervalSince1970 == 4_294_967_295)
  }

  @Test("equal parts give different identifiers, whose counters follow each other")
  func counter() {
    let date = Date(timeIntervalSince1970: 5)
    let ids = Set((0..<1000).map { _ in ObjectId(timestamp: date, machineId: 1, processId: 2) })
    #expect(ids.count == 1000)
  }

  @Test("fresh identifiers carry the time and are unique over threads")
  func generate() async {
    let before = Date().timeIntervalSince1970.rounded(.down)
    let ids = await withTaskGroup(of: [ObjectId].self) { group in
      for _ in 0..<8 { group.addTask { (0..<1000).map { _ in ObjectId.generate() } } }
      return await group.reduce(into: Set<ObjectId>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 8000)
    #expect(ids.allSatisfy { $0.timestamp.timeIntervalSince1970 >= before && $0.timestamp <= Date() })
    #expect(Set(ids.map { $0.stringValue.dropFirst(8).prefix(10) }).count == 1)
  }

  @Test("bytes survive")
  func bytes() throws {
    let id = try ObjectId(string: "0102030405060708090a0b0c")
    #expect(id.bytes == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(ObjectId(bytes: id.bytes) == id)
    #expect(ObjectId(bytes: [1]) == nil)
    #expect(MemoryLayout<ObjectId>.size == 12)
  }

  @Test("coding is by text")
  func coding() throws {
    let id = ObjectId.generate()
    let encoded = try JSONEncoder().encode([id])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([ObjectId].self, from: encoded) == [id])
    #expect(throws: Realm.Error.self) { try JSONDecoder().decode([ObjectId].self, from: Data("[\"zz\"]".utf8)) }
  }
}
