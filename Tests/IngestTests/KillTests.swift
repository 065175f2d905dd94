import Ashlar
import AshlarIngest
import AshlarStore
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("Killed at any moment", .blocking, .enabled(if: hasServer, noServer))
struct KillTests {
  private enum Victim: CaseIterable { case sender, writer, server, connection }

  @Test("every committed object is on the server exactly once, with its values")
  func rounds() async throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let port = try freePort()
    let fixture = try IngestFixture(port: port)
    let proxy = try CuttingProxy(to: port)
    defer { proxy.end() }
    let address = "host=127.0.0.1 port=\(proxy.port) user=postgres dbname=postgres"
    var acknowledged: [Int] = []
    for round in 0..<TestSupport.rounds(.killedSenders) {
      let writer = try Child(["write", fixture.folder.file("data.realm"), "\(round * 100_000)"], fixture.folder.file("acknowledged"))
      let sender = try Child(["send", fixture.folder.file("data.realm"), address], fixture.folder.file("sender"))
      let victim = Victim.allCases.randomElement(using: &random) ?? .sender
      usleep(UInt32.random(in: 20_000...150_000, using: &random))
      switch victim {
      case .sender: sender.kill()
      case .writer: writer.kill()
      case .server:
        try fixture.server.kill()
        try fixture.server.restart()
      case .connection: proxy.cut(after: Int.random(in: 0...20_000, using: &random))
      }
      usleep(UInt32.random(in: 0...50_000, using: &random))
      writer.kill()
      sender.kill()
      if let last = try writer.lines().last.flatMap({ Int($0) }) { acknowledged.append(last) }
    }
    proxy.cut(after: .max)
    let figures = try await fixture.ingest().sendAll()
    let status = try fixture.status()
    #expect(status.waiting == 0 && status.quarantined == 0 && status.bytes == 0, "\(status), \(seed)")
    let rows = Set(try fixture.server.query(#"SELECT int FROM "Everything""#).split(separator: "\n").compactMap { Int($0) })
    // Numbers are unique: as many rows as numbers.
    #expect(try fixture.server.query(#"SELECT count(*) FROM "Everything""#) == "\(rows.count)", "\(seed)")
    for last in acknowledged {
      let first = last / 100_000 * 100_000
      #expect((first...last).allSatisfy(rows.contains), "of \(first)...\(last), \(figures), \(seed)")
    }
    #expect(!acknowledged.isEmpty && rows.count > acknowledged.count)
    #expect(
      try fixture.server.query(
        #"""
        SELECT count(*) FROM "Everything" WHERE NOT (key = int::text AND bool = (int % 2 = 0) AND int8 = int % 100 AND int16 = int % 30000
          AND int32 = int AND int64 = int << 20 AND float = (int % 1000) / 4.0 AND double = int / 8.0 AND string = 'text ''' || int || E'\\'
          AND data = ('data ' || int)::bytea AND date = to_timestamp(int) AND decimal = int AND "objectId" = lpad(int::text, 24, '0')
          AND ("optionalString" IS NOT DISTINCT FROM CASE WHEN int % 3 = 0 THEN int::text END) AND "any" = to_jsonb(int)
          AND wind = jsonb_build_object('speed', int::float8, 'direction', 1) AND numbers = jsonb_build_array(int, NULL)
          AND doubles = jsonb_build_object('n', int::float8))
        """#) == "0", "\(seed)")
    _ = try FileInspection.read(fixture.folder.file("data.realm"), checksums: true)
  }

  @Test("while the server is away the outbox fills, the writer is told, and all that was committed arrives when it is back")
  func away() async throws {
    let fixture = try IngestFixture()
    fixture.limit = .init(maximumObjects: 500)
    let events = Events()
    try fixture.server.kill()
    let ingest = fixture.ingest(events: events)
    let task = blockingTask { try await ingest.run() }
    let (committed, error) = fill(fixture)
    #expect(error?.code == .outboxFull)
    #expect(committed == 480)
    #expect(await events.wait(for: "next attempt in"))
    try fixture.server.restart()
    try await until { try fixture.server.query(#"SELECT count(*), count(DISTINCT "select") FROM "order""#) == "480|480" }
    task.cancel()
    #expect(try await task.value.sent == 480)
    try fixture.write { $0.create(Event.self) }
  }

  @Test("a server that a test has started ends with its process, however that ends")
  func servers() async throws {
    let folder = try TemporaryFolder()
    let child = try Child(["serve", "-", "-"], folder.file("server"))
    try await until { try child.lines().count == 2 }
    let lines = try child.lines().map(String.init)
    let process = try #require(lines.first.flatMap { pid_t($0) })
    #expect(Foundation.kill(process, 0) == 0)
    child.kill()
    try await until { Foundation.kill(process, 0) != 0 && !FileManager.default.fileExists(atPath: lines[1]) }
    #expect(Foundation.kill(process, 0) != 0)
  }

  // Writes until the outbox is full. Returns how many objects were committed.
  private func fill(_ fixture: IngestFixture) -> (committed: Int, error: Realm.Error?) {
    var committed = 0
    while true {
      do {
        try fixture.write { realm in
          for number in 0..<30 { realm.create(Event.self, value: ["select": committed + number]) }
        }
        committed += 30
      } catch {
        return (committed, error as? Realm.Error)
      }
    }
  }
}

/// A process that a test kills.
private final class Child {
  private let process = Process()
  private let output: String

  init(_ arguments: [String], _ output: String) throws {
    self.output = output
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    process.executableURL = Shell.built("IngestProcess")
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    try process.run()
  }

  deinit { kill() }

  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// What it printed, whole lines.
  func lines() throws -> [Substring] {
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}
