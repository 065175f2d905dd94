import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@Suite("A server whose disk is full", .blocking, .enabled(if: hasServer, noServer))
struct FullDiskTests {
  /// A file system in memory of a size that can be changed, which takes the rights of root.
  private final class SmallDisk {
    let folder: TemporaryFolder

    static let isAvailable = (try? SmallDisk(size: "64k")) != nil

    init(size: String) throws {
      folder = try TemporaryFolder()
      try SmallDisk.run("/bin/mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", folder.path])
    }

    deinit { try? SmallDisk.run("/bin/umount", ["-l", folder.path]) }

    func grow(to size: String) throws { try SmallDisk.run("/bin/mount", ["-o", "remount,size=\(size)", folder.path]) }

    private static func run(_ program: String, _ arguments: [String]) throws {
      let result = try Shell.run(URL(fileURLWithPath: program), arguments)
      if result.status != 0 { throw POSIXError(.EPERM) }
    }
  }

  @Test(
    "a full disk is reported, nothing is lost, and sending continues when there is space",
    .enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
  func tablespace() async throws {
    let disk = try SmallDisk(size: "256k")
    let fixture = try IngestFixture(tables: false)
    let space = disk.folder.file("space")
    try FileManager.default.createDirectory(atPath: space, withIntermediateDirectories: false)
    try fixture.server.give(disk.folder.path)
    try fixture.server.query("CREATE TABLESPACE small LOCATION '\(space)'")
    try fixture.server.query("SET default_tablespace = small;" + IngestFixture.tables())
    let text = String(repeating: "x", count: 100)
    try fixture.write { realm in for number in 0..<4000 { realm.create(Event.self, value: ["select": number, "from": text]) } }
    let events = Events()
    let ingest = fixture.ingest(batch: 1000, events: events)
    let task = blockingTask { try await ingest.run() }
    #expect(await events.wait(for: "No space left on device"), "\(events.text)")
    let arrived = Int(try fixture.server.query(#"SELECT count(*) FROM "order""#)) ?? -1
    #expect(arrived < 4000)
    #expect(try fixture.status().quarantined == 0)
    try disk.grow(to: "64m")
    try await until { try fixture.status().waiting == 0 }
    task.cancel()
    let figures = try await task.value
    #expect(figures.sent == 4000 && figures.quarantined == 0)
    #expect(try fixture.server.query(#"SELECT count(*), count(DISTINCT "select") FROM "order""#) == "4000|4000")
  }
}
