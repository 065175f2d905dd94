import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("A process that brings a file under other schemas is killed", .blocking, .serialized)
struct EvolutionKillTests {
  @Test("the file has the old schema or the new one, and every row what that schema says")
  func kills() throws {
    let seed = seed()
    let rounds = rounds(.evolutionKills)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var versions = 0
    for round in 0..<rounds {
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      let child = try Child(["evolve", path, "\(random.next())"])
      try #require(child.line()?.hasPrefix("ready") == true, comment)
      usleep(UInt32.random(in: 0..<120_000, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      let lines = child.remainingLines()
      func last(_ word: String) -> UInt64? { lines.last { $0.hasPrefix(word) }.flatMap { UInt64($0.dropFirst(word.count)) } }
      versions += lines.filter { $0.hasPrefix("version ") }.count
      guard let version = try? FileInspection.schema(path).version else {
        // It was killed before the first schema was stored.
        #expect(last("version ") == nil, comment)
        continue
      }
      if let acknowledged = last("version ") { #expect(version == acknowledged || version == last("next "), comment) }
      try StepRows.check(path, version, rows: Int(last("rows ") ?? 0), comment)
      // The next schema is reached from here as well.
      if random.once(in: 3) { try StepRows.check(path, version + 1, rows: Int(last("rows ") ?? 0), comment) }
      try folder.closeIdleFiles()
      _ = try FileInspection.read(path, checksums: true)
    }
    print("evolution kills: seed \(seed), \(rounds) rounds, \(versions) versions")
    // How many depends on the machine.
    #expect(versions > 0)
  }

  #if os(Linux)
    @Test(
      "whichever call fails, the file has the old schema or the new one", arguments: [ENOSPC, EIO],
      [("once", "place"), ("forever", "place"), ("once", "copy"), ("forever", "copy"), ("once", "copies"), ("forever", "copies")])
    func faults(code: Int32, kind: (duration: String, place: String)) throws {
      let folder = try TemporaryFolder()
      let child = try Child(["evolve-fault", folder.file("store"), "\(code)", kind.duration, kind.place])
      let lines = child.remainingLines()
      #expect(child.end() == .exit(0), "\(lines)")
      #expect(lines.last?.hasPrefix("reached ") == true, "\(lines)")
      #expect(lines.filter { $0.hasPrefix("wrong") } == [])
      #expect(lines.contains { $0.hasPrefix("failed ") }, "\(lines)")
    }
  #endif
}
