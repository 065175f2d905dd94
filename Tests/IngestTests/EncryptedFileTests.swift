import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("Sending from an encrypted file", .blocking, .enabled(if: hasServer, noServer))
struct EncryptedFileTests {
  private static let key = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) })

  private let fixture: IngestFixture

  init() throws {
    fixture = try IngestFixture(key: Self.key)
    // The server refuses the last one.
    try fixture.write { realm in
      for number in 0..<4 { realm.create(Event.self, value: ["select": number, "from": number < 3 ? "a marked place" : "nul \u{0}"]) }
    }
  }

  private func ingest(_ key: Data?) -> Ingest {
    var configuration = fixture.configuration
    configuration.encryptionKey = key
    return Ingest(configuration: configuration, server: fixture.server.address, options: IngestFixture.options())
  }

  @Test("the objects arrive, and a refused one stays in the file, encrypted")
  func sending() async throws {
    let figures = try await ingest(Self.key).sendAll()
    #expect(figures.sent == 3 && figures.quarantined == 1)
    #expect(try fixture.server.query(#"SELECT count(*) FROM "order" WHERE "from ""x""" = 'a marked place'"#) == "3")
    #expect(try ingest(Self.key).quarantined().map(\.table) == ["order"])
    #expect(try ingest(Self.key).retryQuarantined() == 1)
    try fixture.folder.closeIdleFiles()
    for name in try fixture.folder.names() {
      let bytes = try Data(contentsOf: fixture.folder.url.appending(path: name))
      for mark in ["a marked place", "invalid byte sequence"] { #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(mark) in \(name)") }
    }
  }

  @Test("without the key, with another one and with one of another size, nothing is sent, and the reason is reported")
  func refused() async throws {
    try fixture.folder.closeIdleFiles()
    let other = Data(Self.key.reversed())
    for (key, words) in [(nil, "no key was given"), (other, "with another key"), (Data(count: 3), "64 bytes, not 3")] as [(Data?, String)] {
      let failure = await #expect(throws: Ingest.Failure.self) { try await ingest(key).sendAll() }
      #expect(failure?.reason.contains(words) == true, "\(failure?.reason ?? "")")
      #expect(throws: (any Error).self) { try ingest(key).quarantined() }
    }
    #expect(try fixture.status().waiting == 4)
  }

  @Test("the command sends with the key in a file, and exits with 2 without it")
  func command() throws {
    try fixture.folder.closeIdleFiles()
    let (file, key) = (fixture.folder.file("data.realm"), fixture.folder.file("data.key"))
    try Self.key.write(to: URL(filePath: key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let server = "host=\(fixture.server.host) port=\(fixture.server.port) user=postgres dbname=postgres"
    for arguments in [["--to", server, "--once"], ["--quarantined"], ["--retry"], ["--discard-quarantined", "1"]] {
      let without = try Shell.run(Shell.built("ashlar"), ["ingest", file] + arguments)
      #expect(without.status == 2 && without.errors.contains("'--key-file FILE'"), "\(without)")
    }
    let sent = try Shell.run(Shell.built("ashlar"), ["ingest", file, "--to", server, "--once", "--key-file", key])
    #expect(sent.status == 1 && sent.output.hasPrefix("3 objects sent in "), "\(sent)")
    let listed = try Shell.run(Shell.built("ashlar"), ["ingest", file, "--quarantined", "--key-file", key])
    #expect(listed.status == 0 && listed.output.contains("select: 3"), "\(listed)")
    // The words of the server are in the list, which the caller has requested, and in no other output.
    let reason = String(try #require(try ingest(Self.key).quarantined().first).reason.prefix(20))
    #expect(listed.output.contains(reason), "\(listed)")
    #expect(!(sent.output + sent.errors).contains(reason), "\(sent)")
    #expect(sent.errors.contains("an object is quarantined: the reason is left out, because the file is encrypted"), "\(sent)")
    #expect(sent.output.contains(": the reason is left out, because the file is encrypted"), "\(sent)")
  }
}
