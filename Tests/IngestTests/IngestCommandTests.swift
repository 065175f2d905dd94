import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("ashlar ingest", .blocking, .enabled(if: hasServer, noServer))
struct IngestCommandTests {
  private func ashlar(_ arguments: String..., environment: [String: String] = [:]) throws -> Shell.Result {
    try Shell.run(Shell.built("ashlar"), ["ingest"] + arguments, environment: environment)
  }

  // Three events that the server will refuse, and two that it takes.
  private func fixture() throws -> IngestFixture {
    let fixture = try IngestFixture()
    try fixture.write { realm in
      for number in 0..<5 { realm.create(Event.self, value: ["select": number, "from": number < 3 ? "nul \u{0}" : "fine"]) }
    }
    return fixture
  }

  @Test("sends what a service file names, and prints figures and what was quarantined")
  func sending() async throws {
    let fixture = try fixture()
    let file = fixture.folder.file("data.realm")
    let service = fixture.folder.file("services")
    try "[weather]\nhost=\(fixture.server.host)\nport=\(fixture.server.port)\nuser=postgres\ndbname=postgres\npassword=verysecret\n"
      .write(toFile: service, atomically: true, encoding: .utf8)
    let result = try ashlar(file, "--to", "service=weather", "--once", environment: ["PGSERVICEFILE": service])
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("2 objects sent in "))
    #expect(result.output.contains("3 objects are quarantined:\n  3 × order: invalid byte sequence"))
    #expect(result.errors.contains("connected to ") && result.errors.contains("3 objects are quarantined"))
    // The first of three that are alike.
    #expect(result.errors.components(separatedBy: "an object is quarantined").count == 2)
    #expect(!(result.output + result.errors).contains("verysecret"))
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order""#) == "2")
  }

  @Test("lists quarantined objects, lets them wait again, and discards as many as it is told there are")
  func quarantine() async throws {
    let fixture = try fixture()
    let file = fixture.folder.file("data.realm")
    #expect(try await fixture.ingest().sendAll().quarantined == 3)
    let listing = try ashlar(file, "--quarantined")
    #expect(listing.status == 0, "\(listing.errors)")
    #expect(listing.output.contains("  select: 2\n  from \"x\": nul \\u{0}\n"), "\(listing.output)")
    #expect(listing.output.contains("  3 × order: invalid byte sequence"))
    let wrong = try ashlar(file, "--discard-quarantined", "2")
    #expect(wrong.status == 1 && wrong.errors.contains("3 objects are quarantined, not 2; nothing was discarded"), "\(wrong.errors)")
    #expect(try fixture.status().quarantined == 3)
    let retried = try ashlar(file, "--retry")
    #expect(retried.status == 0 && retried.output == "3 quarantined objects were returned to the outbox.\n", "\(retried.output)")
    #expect(try fixture.status().waiting == 3)
    #expect(try await fixture.ingest().sendAll().quarantined == 3)
    let discarded = try ashlar(file, "--discard-quarantined", "3")
    #expect(discarded.status == 0 && discarded.output == "3 objects were discarded.\n", "\(discarded.output)")
    #expect(try fixture.status().bytes == 0)
    #expect(try ashlar(file, "--quarantined").output == "No object is quarantined.\n")
  }

  @Test("the command prints what it waits for, and that a file has no asymmetric types")
  func waiting() throws {
    let fixture = try IngestFixture()
    try fixture.write { _ in }
    let server = "host=\(fixture.server.host) port=\(fixture.server.port) user=postgres dbname=postgres"
    let file = fixture.folder.file("data.realm")
    let command = Shell.built("ashlar").path(percentEncoded: false)
    let waits = try Shell.run(URL(filePath: "/usr/bin/timeout"), ["-s", "INT", "3", command, "ingest", file, "--to", server])
    let line = "the outbox is empty; new objects in '\(file)' are sent until the command is interrupted (Ctrl-C)\n"
    #expect(waits.errors == line, "\(waits.errors)")
    let once = try ashlar(file, "--to", server, "--once")
    #expect((once.status, once.errors) == (0, ""))
    let other = fixture.folder.file("other.realm")
    _ = try Realm(configuration: Realm.Configuration(fileURL: URL(filePath: other), objectTypes: []))
    let none = try ashlar(other, "--to", server, "--once")
    #expect(none.status == 0)
    #expect(none.errors.hasPrefix("'\(other)' has no asymmetric types, so its outbox is empty."), "\(none.errors)")
  }

  @Test("refuses options that do not go together, and a file that is not there")
  func usage() throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("none.realm")
    #expect(try ashlar(missing, "--quarantined").status == 2)
    for arguments in [[], ["--once"], ["--quarantined", "--retry"], ["--retry", "--discard-quarantined", "1"]] {
      let result = try Shell.run(Shell.built("ashlar"), ["ingest", missing] + arguments)
      #expect(result.status == 2 && result.errors.contains("Usage: ashlar ingest"), "\(arguments): \(result.status) \(result.errors)")
    }
  }
}
