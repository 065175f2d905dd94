import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Copies and compaction when things go wrong", .blocking, .serialized)
struct CopyCrashTests {
  #if os(Linux)
    @Test("whichever call of a copy fails, there is no partial file, and the next copy is whole", arguments: [ENOSPC, EIO])
    func faults(code: Int32) throws {
      let seed = seed()
      let folder = try TemporaryFolder()
      let child = try Child(["copy-fault", folder.file("store"), "\(seed)", "\(code)"])
      let lines = child.remainingLines()
      #expect(child.end() == .exit(0), "seed \(seed): \(lines)")
      #expect(lines.last == "copied true", "seed \(seed): \(lines)")
      #expect(lines.count > 4 && lines.dropLast().allSatisfy { $0.hasPrefix("failed ") }, "seed \(seed): \(lines)")
      #expect(try folder.names().sorted() == ["store", "store-lock", "store.copy", "store.copy-lock", "store.copy.lock", "store.lock"])
    }
  #endif

  @Test("a process that is killed while it compacts leaves the file as it was or compacted")
  func killed() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let people: [Int64: [CellValue]]
    do {
      let store = try SampleStore(path: path)
      try store.fill(&random, people: 300)
      people = try store.rows(SampleSchema.person)
    }
    var leftovers = 0
    for round in 0..<rounds(.killedCopies) {
      let child = try Child(["compact", path, "\(random.next())"])
      #expect(child.line() == "ready")
      usleep(UInt32.random(in: 0..<150_000, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      leftovers += try folder.names().contains { $0.contains("compacting") } ? 1 : 0
      _ = try FileInspection.read(path, checksums: true)
      let store = try SampleStore(path: path)
      // Rows of another table came and went.
      #expect(try store.rows(SampleSchema.person) == people, "seed \(seed), round \(round)")
      #expect(try store.contradictions() == [], "seed \(seed), round \(round)")
    }
    print("compaction: seed \(seed), \(leftovers) of the killed processes left half a copy")
  }
}
