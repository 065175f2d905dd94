import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

let hasServer = PostgreSQLServer.isAvailable
let noServer = Comment(rawValue: PostgreSQLServer.reason)

@Suite("Sending to PostgreSQL", .blocking, .enabled(if: hasServer, noServer))
struct SendingTests {
  @Test("every property type arrives with equal values")
  func everyType() async throws {
    let fixture = try IngestFixture()
    let date = Date(timeIntervalSince1970: 1_700_000_000.123456)
    try fixture.write { realm in
      realm.create(Everything.self, value: ["key": "empty", "date": Date(timeIntervalSince1970: 0)])
      let full = Everything()
      full.key = "full"
      full.bool = true
      full.int = .min
      full.int8 = .min
      full.int16 = .max
      full.int32 = .min
      full.int64 = .max
      full.float = 0.1
      full.double = -1.5e300
      full.string = "héllo"
      full.data = Data([0, 255, 92, 39])
      full.date = date
      full.decimal = Decimal128("-12345.67890")
      full.objectId = ObjectId("0123456789abcdef01234567")
      full.uuid = UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF") ?? UUID()
      full.optionalBool = false
      full.optionalInt = 1
      full.optionalInt8 = -1
      full.optionalInt16 = 300
      full.optionalInt32 = 70_000
      full.optionalInt64 = -5_000_000_000
      full.optionalFloat = Float.infinity
      full.optionalDouble = Double.nan
      full.optionalString = ""
      full.optionalData = Data()
      full.optionalDate = Date(timeIntervalSince1970: -0.5)
      full.optionalDecimal = Decimal128("1E+20")
      full.optionalObjectId = full.objectId
      full.optionalUUID = full.uuid
      full.any = .string("any")
      full.sensor = Sensor(value: ["number": 42])
      full.wind = Wind(value: ["speed": 2.5, "degrees": 90] as [String: Any])
      full.winds.append(Wind(value: ["speed": 1.0, "degrees": 2] as [String: Any]))
      full.stations.append(Station(value: ["code": "A"]))
      full.numbers.append(objectsIn: [1, nil])
      full.texts.insert("t")
      full.doubles["d"] = 0.5
      full.sensors["s"] = Sensor(value: ["number": 43])
      full.values.append(objectsIn: [.int(1), .none, .uuid(full.uuid)])
      realm.create(Everything.self, value: full)
    }
    let figures = try await fixture.ingest().sendAll()
    #expect(figures.sent == 2)
    let status = try fixture.status()
    #expect(status.waiting == 0 && status.quarantined == 0 && status.bytes == 0 && status.oldest == nil)
    try fixture.server.query("ALTER ROLE postgres SET timezone = 'UTC'")
    func row(_ columns: String, _ key: String) throws -> String {
      try fixture.server.query("SELECT \(columns) FROM \"Everything\" WHERE key = '\(key)'")
    }
    #expect(
      try row("bool, int, int8, int16, int32, int64, float, double, string", "full")
        == "t|-9223372036854775808|-128|32767|-2147483648|9223372036854775807|0.1|-1.5e+300|héllo")
    #expect(
      try row(#"data, date, decimal, "objectId", uuid"#, "full")
        == #"\x00ff5c27|2023-11-14 22:13:20.123456+00|-12345.67890|0123456789abcdef01234567|01234567-89ab-cdef-0123-456789abcdef"#)
    #expect(
      try row(#""optionalBool", "optionalInt", "optionalInt8", "optionalInt16", "optionalInt32", "optionalInt64", "optionalFloat""#, "full")
        == "f|1|-1|300|70000|-5000000000|Infinity")
    #expect(
      try row(#""optionalDouble", "optionalString", "optionalData", "optionalDate", "optionalDecimal""#, "full")
        == #"NaN||\x|1969-12-31 23:59:59.5+00|100000000000000000000"#)
    #expect(try row(#""optionalString" IS NULL, "optionalUUID" = uuid, "optionalObjectId" = "objectId""#, "full") == "f|t|t")
    #expect(
      try row("\"any\", sensor, wind, winds, stations, numbers, texts, doubles, sensors, \"values\"", "full")
        == #""any"|42|{"speed": 2.5, "direction": 90}|[{"speed": 1.0, "direction": 2}]|["A"]|[1, null]|["t"]|{"d": 0.5}|{"s": 43}|"#
        + #"[1, null, "01234567-89ab-cdef-0123-456789abcdef"]"#)
    #expect(
      try row(#"bool, int, float, string, data, date, decimal, "optionalInt", "any", wind, winds, doubles, "values""#, "empty")
        == #"f|0|0||\x|1970-01-01 00:00:00+00|0||||[]|{}|[]"#)
  }

  @Test("decimal numbers arrive as they are")
  func decimals() async throws {
    let fixture = try IngestFixture()
    let numbers = [
      "0", "1", "-1", "10000", "0.0001", "12345678901234567890123456789012.34", "9.999999999999999999999999999999999E+40", "1E-30", "5E+3",
      "-0.00012300", "NaN", "120034005600", "1E+100",
    ]
    try fixture.write { realm in
      for number in numbers {
        realm.create(Everything.self, value: ["key": number, "decimal": try Decimal128(string: number)] as [String: Any])
      }
    }
    _ = try await fixture.ingest().sendAll()
    #expect(try fixture.server.query("SELECT key, decimal FROM \"Everything\" WHERE decimal <> CAST(key AS numeric)") == "")
    #expect(try fixture.server.query("SELECT count(*) FROM \"Everything\"") == "\(numbers.count)")
  }

  @Test("names that are keywords and have quotes, and objects without a key, arrive")
  func events() async throws {
    let fixture = try IngestFixture()
    try fixture.write { realm in
      for number in 0..<12_000 { realm.create(Event.self, value: ["select": number, "from": "'); DROP TABLE \"order\"; --"]) }
    }
    let events = Events()
    let figures = try await fixture.ingest(events: events).sendAll()
    #expect(figures.sent == 12_000 && figures.batches == 3 && figures.known == 0 && figures.connections == 1)
    #expect(
      try fixture.server.query(#"SELECT count(*), sum("select"), min("from ""x""") FROM "order""#)
        == "12000|71994000|'); DROP TABLE \"order\"; --")
    #expect(events.text.contains("order: 5000 rows sent\norder: 5000 rows sent\norder: 2000 rows sent"))
  }

  @Test("what the server refuses for its values is quarantined with its words, and the rest arrives")
  func poison() async throws {
    let fixture = try IngestFixture()
    try fixture.write { realm in
      for number in 0..<100 {
        realm.create(Event.self, value: ["select": number, "from": number % 40 == 7 ? "nul \u{0} inside" : "fine"])
      }
      realm.create(Everything.self, value: ["key": "far", "date": Date.distantFuture.addingTimeInterval(1e13)])
      realm.create(Everything.self, value: ["key": "json", "any": AnyRealmValue.string("a\u{0}b")])
      realm.create(Everything.self, value: ["key": "bytes", "data": Data([0xC3, 0x28, 0]), "any": AnyRealmValue.string("\\\" ' $1")])
    }
    let figures = try await fixture.ingest().sendAll()
    #expect(figures.sent == 98)
    #expect(figures.quarantined == 5)
    let reasons = try fixture.ingest().quarantined().map { "\($0.table): \($0.reason)" }
    #expect(reasons.count == 5)
    #expect(reasons.filter { $0 == #"order: invalid byte sequence for encoding "UTF8": 0x00 (SQLSTATE 22021)"# }.count == 3)
    #expect(reasons.contains("Everything: the date of 'date' is outside the range of PostgreSQL's timestamps"))
    #expect(reasons.contains { $0.hasPrefix("Everything: unsupported Unicode escape sequence") })
    let status = try fixture.status()
    #expect(status.quarantined == 5 && status.waiting == 0)
    #expect(try fixture.server.query(#"SELECT data, "any" FROM "Everything" WHERE key = 'bytes'"#) == #"\xc32800|"\\\" ' $1""#)
  }

  @Test("another object under a key that the server has is quarantined, the same one counts as sent")
  func conflicts() async throws {
    let fixture = try IngestFixture()
    let id = UUID()
    func create(_ celsius: Double, _ realm: Realm) {
      realm.create(
        Reading.self, value: ["_id": id, "celsius": celsius, "at": Date(timeIntervalSince1970: 1), "sky": Sky.clear] as [String: Any])
    }
    try fixture.write { create(1, $0) }
    let size = try await fixture.ingest().sendAll().bytes
    try fixture.write { realm in
      create(1, realm)
      create(2, realm)
    }
    let figures = try await fixture.ingest().sendAll()
    #expect(figures.sent == 1 && figures.known == 1 && figures.quarantined == 1)
    #expect(size > 0 && figures.bytes == size, "the quarantined object is not counted")
    #expect(
      try fixture.ingest().quarantined().map(\.reason)
        == ["the server has a different row with the same primary key or another equal unique value"])
    #expect(try fixture.server.query(#"SELECT celsius FROM "Reading""#) == "1")
  }

  @Test("objects of an older schema are sent beside those of the new one")
  func olderShape() async throws {
    let fixture = try IngestFixture()
    try fixture.write { $0.create(Event.self, value: ["select": 1]) }
    var configuration = fixture.configuration
    configuration.objectTypes = WeatherSchema.objectTypes + [Event.self]
    func create() throws {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(Event.self, value: ["select": 2]) }
    }
    try create()
    #expect(try await fixture.ingest().sendAll().sent == 2)
    #expect(try fixture.server.query(#"SELECT sum("select") FROM "order""#) == "3")
  }

  @Test("a sender runs until it is cancelled, and sends what comes")
  func running() async throws {
    let fixture = try IngestFixture()
    let ingest = fixture.ingest()
    let task = blockingTask { try await ingest.run() }
    for number in 0..<5 {
      try fixture.write { realm in realm.create(Event.self, value: ["select": number]) }
      try await until { try fixture.server.query(#"SELECT count(*) FROM "order""#) == "\(number + 1)" }
    }
    task.cancel()
    #expect(try await task.value.sent == 5)
  }

  @Test("a sender that is cancelled does not wait for the result of its statement, and the next one recognizes what the server has stored")
  func cancelledDuringStatement() async throws {
    let fixture = try IngestFixture()
    // A statement waits until the gate has a row.
    try fixture.server.query(
      #"""
      CREATE TABLE gate (open boolean);
      CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN WHILE NOT EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.05); END LOOP; RETURN NULL; END $$;
      CREATE TRIGGER gate BEFORE INSERT ON "order" FOR EACH STATEMENT EXECUTE FUNCTION wait_for_gate();
      """#)
    try fixture.write { realm in for number in 0..<10 { realm.create(Event.self, value: ["select": number]) } }
    let ingest = fixture.ingest()
    let task = blockingTask { try await ingest.run() }
    try await until { try fixture.server.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1" }
    task.cancel()
    #expect(try await task.value.sent == 0)
    #expect(try fixture.status().waiting == 10)
    try fixture.server.query("INSERT INTO gate VALUES (true)")
    try await until { try fixture.server.query(#"SELECT count(*) FROM "order""#) == "10" }
    let figures = try await ingest.sendAll()
    #expect(figures.sent == 10)
    #expect(figures.known == 10)
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order""#) == "10")
    #expect(try fixture.status().waiting == 0)
  }

  @Test("two senders of one file take turns")
  func turns() async throws {
    let fixture = try IngestFixture()
    try fixture.write { realm in for number in 0..<2000 { realm.create(Event.self, value: ["select": number]) } }
    let (one, other) = (fixture.ingest(batch: 10), fixture.ingest(batch: 10))
    async let first = one.sendAll()
    async let second = other.sendAll()
    let figures = try await [first, second]
    #expect(figures.map(\.sent).reduce(0, +) == 2000)
    #expect(figures.map(\.known).reduce(0, +) == 0)
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order""#) == "2000")
  }
}

/// Waits until a condition is true, for at most a minute.
func until(_ condition: () throws -> Bool) async throws {
  for _ in 0..<3000 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("waited in vain")
}
