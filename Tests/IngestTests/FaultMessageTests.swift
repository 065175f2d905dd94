import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("What is wrong with the server", .blocking, .enabled(if: hasServer, noServer))
struct FaultMessageTests {
  private let fixture: IngestFixture

  init() throws {
    fixture = try IngestFixture(tables: false)
    try fixture.write { $0.create(Event.self, value: ["select": 1, "from": "here"]) }
  }

  private func failure(_ address: String? = nil) async -> String {
    do {
      return "sent: \(try await fixture.ingest(address).sendAll())"
    } catch {
      #expect((try? fixture.status())?.waiting == 1)
      return "\(error)"
    }
  }

  // The sender goes on when it is mended.
  private func mend(_ reason: String, _ sql: String) async throws {
    let events = Events()
    let ingest = fixture.ingest(events: events)
    let task = blockingTask { try await ingest.run() }
    #expect(await events.wait(for: reason), "\(events.text)")
    try fixture.server.query(sql)
    #expect(await events.wait(for: "order: 1 row sent"), "\(events.text)")
    task.cancel()
    #expect(try await task.value.sent == 1)
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order""#) == "1")
  }

  @Test("a missing table is reported")
  func missingTable() async throws {
    let reason = #"order: relation "order" does not exist; create the table with 'ashlar sql' (SQLSTATE 42P01)"#
    #expect(await failure() == reason)
    try await mend(#"relation "order" does not exist"#, IngestFixture.tables())
  }

  @Test("a missing column is reported")
  func missingColumn() async throws {
    try fixture.server.query(#"CREATE TABLE "order" (ashlar_id uuid PRIMARY KEY, "select" bigint)"#)
    let reason =
      #"order: the table "order" has no column "from ""x"""; add it with 'ashlar sql --against' (SQLSTATE 42703)"#
    #expect(await failure() == reason)
    try await mend("has no column", #"ALTER TABLE "order" ADD COLUMN "from ""x""" text"#)
  }

  @Test(
    "a column of another type, also of one that would round, cut or pad values",
    arguments: [
      (#""from ""x""" text, "select""#, "integer"), (#""from ""x""" text, "select""#, "numeric(20,0)"),
      (#""select" bigint, "from ""x""""#, "integer"), (#""select" bigint, "from ""x""""#, "character varying(2)"),
      (#""select" bigint, "from ""x""""#, "character(4)"),
    ])
  func otherType(_ columns: String, _ type: String) async throws {
    try fixture.server.query(#"CREATE TABLE "order" (ashlar_id uuid PRIMARY KEY, \#(columns) \#(type))"#)
    let isText = columns.hasSuffix(#"x""""#)
    let (name, wanted) = isText ? (#""from ""x""""#, "text") : (#""select""#, "bigint")
    #expect(
      await failure()
        == "order: the column \(name) of the table \"order\" has the type \(type), which cannot store every \(wanted) exactly; "
        + "change its type to \(wanted) (SQLSTATE 42804)")
    try await mend("has the type \(type)", #"ALTER TABLE "order" ALTER COLUMN \#(name) TYPE \#(wanted)"#)
  }

  @Test("values fit a column that was widened, and are recognized when they are sent again")
  func wider() async throws {
    try fixture.server.query(#"CREATE TABLE "order" ("from ""x""" varchar, "select" numeric, ashlar_id text PRIMARY KEY)"#)
    let copy = fixture.folder.file("copy.realm")
    try FileManager.default.copyItem(atPath: fixture.folder.file("data.realm"), toPath: copy)
    #expect(try await fixture.ingest().sendAll().sent == 1)
    var configuration = fixture.configuration
    configuration.fileURL = URL(fileURLWithPath: copy)
    let figures = try await Ingest(configuration: configuration, server: fixture.server.address).sendAll()
    #expect(figures.sent == 1 && figures.known == 1 && figures.quarantined == 0)
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order""#) == "1")
  }

  @Test("a column that must have a value and is not sent")
  func requiredColumn() async throws {
    try fixture.server.query(IngestFixture.tables() + #"ALTER TABLE "order" ADD COLUMN more bigint NOT NULL"#)
    #expect(await failure().contains("the type has no property for this column: give the column a default, or drop NOT NULL"))
    try await mend("has no property for this column", #"ALTER TABLE "order" ALTER COLUMN more SET DEFAULT 0"#)
  }

  @Test("a table without a primary key or unique index of the objects' ids is reported")
  func noKey() async throws {
    try fixture.server.query(#"CREATE TABLE "order" (ashlar_id uuid, "select" bigint, "from ""x""" text)"#)
    #expect(await failure().contains(#"the table "order" has no primary key or unique index with the column "ashlar_id""#))
    try await mend("has no primary key", #"ALTER TABLE "order" ADD PRIMARY KEY (ashlar_id)"#)
  }

  @Test("a value that the table's check refuses: the object is quarantined, and goes once it is mended")
  func check() async throws {
    try fixture.server.query(
      #"CREATE TABLE "order" (ashlar_id uuid PRIMARY KEY, "select" bigint, "from ""x""" text CONSTRAINT short CHECK (length("from ""x""") < 3))"#
    )
    let figures = try await fixture.ingest().sendAll()
    #expect(figures.quarantined == 1)
    let reasons = try fixture.ingest().quarantined().map(\.reason)
    #expect(reasons.count == 1 && reasons[0].hasPrefix(#"new row for relation "order" violates check constraint "short""#), "\(reasons)")
    try fixture.server.query(#"ALTER TABLE "order" DROP CONSTRAINT short"#)
    #expect(try fixture.ingest().retryQuarantined() == 1)
    #expect(try await fixture.ingest().sendAll().sent == 1)
  }

  @Test("no right to write")
  func permission() async throws {
    try fixture.server.query(IngestFixture.tables() + "CREATE ROLE sensor LOGIN;")
    let address = fixture.server.address.replacingOccurrences(of: "user=postgres", with: "user=sensor")
    #expect(await failure(address) == "order: permission denied for table order (SQLSTATE 42501)")
  }

  @Test("a server that is not there, TLS that it does not have, a database that it does not have")
  func connecting() async throws {
    let missing = await failure("host=\(fixture.folder.path) dbname=postgres user=postgres")
    #expect(missing.contains("No such file or directory") && missing.contains("Is the server running locally"))
    let database = await failure(fixture.server.address.replacingOccurrences(of: "dbname=postgres", with: "dbname=nothing"))
    #expect(database.contains(#"database "nothing" does not exist"#))
  }

  @Test("a wrong password, which is not shown")
  func password() async throws {
    let port = try freePort()
    let fixture = try IngestFixture(port: port)
    try fixture.server.query("CREATE ROLE sensor LOGIN PASSWORD 'right'")
    let rules = try fixture.server.query("SHOW hba_file")
    try "local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n".write(toFile: rules, atomically: false, encoding: .utf8)
    try fixture.server.query("SELECT pg_reload_conf()")
    try fixture.write { $0.create(Event.self) }
    func failure(_ address: String) async -> String {
      do { return "\(try await fixture.ingest(address).sendAll())" } catch { return "\(error)" }
    }
    var text = ""
    // The server reads its rules a moment later.
    for _ in 0..<15_000 where !text.contains("password authentication failed") {
      text = await failure("host=127.0.0.1 port=\(port) user=sensor password=wrongsecret dbname=postgres")
      usleep(20_000)
    }
    #expect(text.contains(#"password authentication failed for user "sensor""#), "\(text)")
    #expect(!text.contains("wrongsecret"))
    let tls = await failure("host=127.0.0.1 port=\(port) user=sensor dbname=postgres sslmode=require")
    #expect(tls.contains("server does not support SSL, but SSL was required"), "\(tls)")
  }

  @Test("a server whose disk is full is tried again")
  func diskFull() async throws {
    try fixture.server.query(
      IngestFixture.tables()
        + #"""
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON "order" FOR EACH ROW EXECUTE FUNCTION full_disk();
        """#)
    #expect(await failure() == "could not extend file: No space left on device (SQLSTATE 53100)")
    try await mend("No space left on device", #"DROP TRIGGER full_disk ON "order""#)
  }

  @Test("a transaction that the server could not serialise is repeated")
  func serialisation() async throws {
    try fixture.server.query(
      IngestFixture.tables()
        + #"""
        CREATE SEQUENCE attempts;
        CREATE FUNCTION busy() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER busy BEFORE INSERT ON "order" FOR EACH ROW EXECUTE FUNCTION busy();
        """#)
    let events = Events()
    #expect(try await fixture.ingest(events: events).sendAll().sent == 1)
    #expect(events.all.filter { if case .waiting = $0 { true } else { false } }.count == 2)
  }
}

/// A port of 127.0.0.1 that nobody listens at.
func freePort() throws -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1 }
  }
  try #require(status == 0)
  return Int(UInt16(bigEndian: address.sin_port))
}
