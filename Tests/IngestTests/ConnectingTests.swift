import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("Connections to a server that fail", .blocking, .enabled(if: hasServer, noServer))
struct ConnectingTests {
  private let fixture: IngestFixture
  private let port: Int

  // A server at a port, which asks for a password, and ten objects that wait.
  init() throws {
    port = try freePort()
    fixture = try IngestFixture(port: port)
    try fixture.server.query(#"CREATE ROLE sensor LOGIN PASSWORD 'right'; GRANT ALL ON ALL TABLES IN SCHEMA public TO sensor"#)
    let rules = try fixture.server.query("SHOW hba_file")
    try "local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n".write(toFile: rules, atomically: false, encoding: .utf8)
    try fixture.server.query("SELECT pg_reload_conf()")
    try fixture.write { realm in for number in 0..<10 { realm.create(Event.self, value: ["select": number]) } }
  }

  private func address(_ password: String, _ more: String = "", host: String = "host=127.0.0.1") -> String {
    "\(host) port=\(port) user=sensor password=\(password) dbname=postgres \(more)"
  }

  // The sender says what is wrong, loses nothing, and goes on when it is mended.
  private func mend(_ address: String, _ reason: String, notSaying secret: String = "secret", _ repair: () throws -> Void) async throws {
    let events = Events()
    let ingest = fixture.ingest(address, events: events)
    let task = blockingTask { try await ingest.run() }
    #expect(await events.wait(for: reason), "\(events.text)")
    #expect(try fixture.status().waiting == 10)
    try repair()
    #expect(await events.wait(for: "order: 10 rows sent"), "\(events.text)")
    task.cancel()
    let figures = try await task.value
    #expect(figures.sent == 10 && figures.quarantined == 0)
    #expect(try fixture.server.query(#"SELECT count(*), sum("select") FROM "order""#) == "10|45")
    #expect(!events.text.contains(secret))
  }

  // A certificate that signs itself, for a name.
  private func certificate(_ name: String) throws -> (certificate: String, key: String) {
    let files = (fixture.server.path + "/\(name).crt", fixture.server.path + "/\(name).key")
    let result = try Shell.run(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      ["req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=\(name)", "-out", files.0, "-keyout", files.1])
    try #require(result.status == 0, "\(result.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.1)
    try fixture.server.give(files.0)
    try fixture.server.give(files.1)
    return files
  }

  private func switchTLSOn(_ name: String) throws {
    let (certificate, key) = try certificate(name)
    try fixture.server.query("ALTER SYSTEM SET ssl_cert_file = '\(certificate)'")
    try fixture.server.query("ALTER SYSTEM SET ssl_key_file = '\(key)'")
    try fixture.server.query("ALTER SYSTEM SET ssl = on")
    try fixture.server.query("SELECT pg_reload_conf()")
  }

  private static let hasOpenSSL = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  @Test("a wrong password, which is not shown")
  func password() async throws {
    try await mend(address("wrongsecret"), #"password authentication failed for user "sensor""#) {
      try fixture.server.query("ALTER ROLE sensor PASSWORD 'wrongsecret'")
    }
  }

  @Test("a user that the server does not have")
  func user() async throws {
    let address = "host=127.0.0.1 port=\(port) user=gauge password=secret dbname=postgres"
    try await mend(address, #"password authentication failed for user "gauge""#) {
      try fixture.server.query("CREATE ROLE gauge LOGIN PASSWORD 'secret'; GRANT ALL ON ALL TABLES IN SCHEMA public TO gauge")
    }
  }

  @Test("TLS that the server does not have", .enabled(if: hasOpenSSL))
  func noTLS() async throws {
    try await mend(address("right", "sslmode=require"), "server does not support SSL, but SSL was required") { try switchTLSOn("here") }
  }

  @Test("TLS that the server demands and the sender's settings refuse", .enabled(if: hasOpenSSL))
  func refusedTLS() async throws {
    try switchTLSOn("here")
    let rules = try fixture.server.query("SHOW hba_file")
    func demand(_ kind: String) throws {
      try "local all postgres trust\n\(kind) all all 127.0.0.1/32 scram-sha-256\n".write(
        toFile: rules, atomically: false, encoding: .utf8)
      try fixture.server.query("SELECT pg_reload_conf()")
    }
    try demand("hostssl")
    try await mend(address("right", "sslmode=disable"), #"no pg_hba.conf entry for host "127.0.0.1""#) { try demand("host") }
  }

  @Test("a server's certificate of an unknown authority", .enabled(if: hasOpenSSL))
  func unknownAuthority() async throws {
    let other = try certificate("other")
    try switchTLSOn("here")
    let root = fixture.folder.file("root.crt")
    try FileManager.default.copyItem(atPath: other.certificate, toPath: root)
    try await mend(address("right", "sslmode=verify-ca sslrootcert=\(root)"), "certificate verify failed") {
      try Data(contentsOf: URL(fileURLWithPath: fixture.server.path + "/here.crt")).write(to: URL(fileURLWithPath: root))
    }
  }

  @Test("a server's certificate for another name", .enabled(if: hasOpenSSL))
  func otherName() async throws {
    try switchTLSOn("elsewhere")
    let root = fixture.folder.file("root.crt")
    try FileManager.default.copyItem(atPath: fixture.server.path + "/elsewhere.crt", toPath: root)
    let address = address("right", "sslmode=verify-full sslrootcert=\(root)", host: "host=localhost hostaddr=127.0.0.1")
    try await mend(address, #"server certificate for "elsewhere" does not match host name "localhost""#) {
      try switchTLSOn("localhost")
      try Data(contentsOf: URL(fileURLWithPath: fixture.server.path + "/localhost.crt")).write(to: URL(fileURLWithPath: root))
    }
  }

  @Test("a database that the server does not have")
  func database() async throws {
    let events = Events()
    let address = fixture.server.address.replacingOccurrences(of: "dbname=postgres", with: "dbname=later")
    let ingest = fixture.ingest(address, events: events)
    let task = blockingTask { try await ingest.run() }
    #expect(await events.wait(for: #"database "later" does not exist"#), "\(events.text)")
    #expect(try fixture.status().waiting == 10)
    try fixture.server.query("CREATE DATABASE later TEMPLATE template0")
    let blocked = #"order: objects wait until this error is corrected: relation "order" does not exist"#
    #expect(await events.wait(for: blocked), "\(events.text)")
    try fixture.server.query("\\c later\n" + IngestFixture.tables())
    #expect(await events.wait(for: "order: 10 rows sent"), "\(events.text)")
    task.cancel()
    #expect(try await task.value.sent == 10)
  }
}
