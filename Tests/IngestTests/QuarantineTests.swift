import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("Quarantined objects", .blocking, .enabled(if: hasServer, noServer))
struct QuarantineTests {
  // Three events that the server refuses, and one that waits since.
  private func fixture() async throws -> IngestFixture {
    let fixture = try IngestFixture()
    try fixture.write { realm in
      for number in 1...3 { realm.create(Event.self, value: ["select": number, "from": "nul \u{0}"]) }
    }
    #expect(try await fixture.ingest().sendAll().quarantined == 3)
    try fixture.write { $0.create(Event.self, value: ["select": 4, "from": "fine"]) }
    return fixture
  }

  @Test("are listed with their table, reason, time and values, at most as many as asked for")
  func listing() async throws {
    let before = Date()
    let fixture = try await fixture()
    let objects = try fixture.ingest().quarantined()
    #expect(objects.map(\.table) == ["order", "order", "order"])
    #expect(objects.allSatisfy { $0.reason.hasPrefix("invalid byte sequence") && $0.created >= before && $0.created <= Date() })
    #expect(objects.map { $0.values.map(\.column) } == Array(repeating: ["ashlar_id", "select", #"from "x""#], count: 3))
    #expect(objects.map { $0.values[1].text } == ["1", "2", "3"])
    #expect(objects[0].values[2].text == "nul \u{0}")
    #expect(UUID(uuidString: objects[0].values[0].text ?? "") != nil)
    #expect(Set(objects.map(\.id)).count == 3)
    #expect(try fixture.ingest().quarantined(limit: 2).map(\.id) == objects.prefix(2).map(\.id))
    #expect(try fixture.ingest().quarantined(limit: 0).isEmpty)
  }

  @Test("have values of every type in a readable form")
  func values() async throws {
    let fixture = try IngestFixture()
    let id = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
    try fixture.write { realm in
      realm.create(
        Everything.self,
        value: [
          "key": "nul \u{0}", "bool": true, "int": -7, "int8": -8, "int16": 16, "int32": -32, "int64": 64, "float": 0.5, "double": -1.5,
          "data": Data([0, 255]), "date": Date(timeIntervalSince1970: 0.25), "decimal": Decimal128("12.50"),
          "objectId":
            ObjectId("0123456789abcdef01234567"), "uuid": id, "optionalDouble": Double.nan, "sensor": ["number": 42],
          "numbers": [1, nil] as [Int?],
        ] as [String: Any])
    }
    #expect(try await fixture.ingest().sendAll().quarantined == 1)
    let object = try #require(try fixture.ingest().quarantined().first)
    let texts = Dictionary(uniqueKeysWithValues: object.values.map { ($0.column, $0.text) })
    let expected: [String: String?] = [
      "bool": "true", "int": "-7", "int8": "-8", "int16": "16", "int32": "-32", "int64": "64", "float": "0.5", "double": "-1.5",
      "data": "\\x00ff", "date": "1970-01-01T00:00:00.25Z", "decimal": "12.5", "objectId": "0123456789abcdef01234567",
      "uuid": "01234567-89ab-cdef-0123-456789abcdef", "optionalInt": nil as String?, "optionalDouble": "NaN", "sensor": "42",
      "wind": nil as String?, "numbers": "[1,null]",
    ]
    for (column, text) in expected { #expect(texts[column] == text, "\(column)") }
  }

  @Test("are retried one by one or all; waiting objects are unchanged")
  func retrying() async throws {
    let fixture = try await fixture()
    let ids = try fixture.ingest().quarantined().map(\.id)
    #expect(try fixture.ingest().retryQuarantined([ids[1]]) == 1)
    #expect(try fixture.status().waiting == 2 && fixture.status().quarantined == 2)
    #expect(try fixture.ingest().retryQuarantined([ids[1]]) == 0)
    #expect(try await fixture.ingest().sendAll().quarantined == 1)
    #expect(try fixture.ingest().retryQuarantined() == 3)
    #expect(try fixture.status().quarantined == 0)
  }

  @Test("are discarded one by one, with their bytes; what waits, or waits again, is not")
  func discarding() async throws {
    let fixture = try await fixture()
    let ids = try fixture.ingest().quarantined().map(\.id)
    let bytes = try fixture.status().bytes
    #expect(try fixture.ingest().discardQuarantined([ids[0], ids[0], 12_345]) == 1)
    #expect(try fixture.status().quarantined == 2 && fixture.status().bytes < bytes)
    #expect(try fixture.ingest().retryQuarantined([ids[1]]) == 1)
    #expect(try fixture.ingest().discardQuarantined(ids) == 1)
    let status = try fixture.status()
    #expect(status.quarantined == 0 && status.waiting == 2)
    #expect(try fixture.ingest().discardQuarantined(0..<10) == 0)
    #expect(try fixture.status().waiting == 2)
    #expect(try await fixture.ingest().sendAll().sent == 1)
    #expect(try fixture.server.query(#"SELECT "select" FROM "order""#) == "4")
    let left = try fixture.ingest().quarantined().map(\.id)
    #expect(left == [ids[1]])
    #expect(try fixture.ingest().discardQuarantined(left) == 1)
    #expect(try fixture.status().bytes == 0)
  }
}
