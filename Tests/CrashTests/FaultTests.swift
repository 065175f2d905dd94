import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  /// Every write, sync and truncation of a scenario fails in turn.
  @Suite("The disk fails while a process writes", .blocking, .serialized)
  struct FaultTests {
    private static let count: Int64 = 8

    @Test(
      "the process lives, what was stored stays, and what failed has left no trace",
      arguments: [ENOSPC, EIO], ["once", "forever"])
    func everyCall(code: Int32, duration: String) throws {
      let seed = seed()
      let folder = try TemporaryFolder()
      let isLong = Soak.isOn
      var call = 0
      var runs = 0
      var failures = 0
      while true {
        let path = folder.file("store")
        for name in try folder.names() { try FileManager.default.removeItem(atPath: folder.file(name)) }
        let child = try Child(["fault", path, "\(seed)", "\(Self.count)", "\(call)", "\(code)", duration])
        let lines = child.remainingLines()
        let place = "seed \(seed), call \(call), code \(code), \(duration)"
        try #require(child.end() == .exit(0), "\(place): \(lines)")
        runs += 1
        let failed = lines.filter { $0.hasPrefix("failed") }
        failures += failed.isEmpty ? 0 : 1
        let last = lines.filter { $0.hasPrefix("stored") }.compactMap { Int64($0.split(separator: " ")[1]) }.last ?? 0
        for line in failed {
          #expect(line.contains("'\(path)'") && !line.contains("MDB_"), "\(place): \(line)")
        }
        if code == ENOSPC, duration == "forever", let first = failed.first {
          #expect(first.contains("cannot grow: the disk is full"), "\(place): \(first)")
        }
        #expect(lines.contains("sees \(last) []"), "\(place): \(lines)")
        try check(path, last, place)
        // Until there are no more calls.
        if failed.isEmpty { break }
        call += isLong ? 1 : 3
      }
      print("fault test: seed \(seed), code \(code), \(duration): \(runs) runs, \(failures) with failures")
      #expect(failures >= 5)
    }

    @Test(
      "a commit that makes the file much longer is stored, or fails and leaves no trace, whichever call fails",
      arguments: [ENOSPC, EIO], ["once", "forever"])
    func growth(code: Int32, duration: String) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["grow-fault", path, "\(code)", duration])
      let lines = child.remainingLines()
      try #require(child.end() == .exit(0), "\(lines)")
      #expect(!lines.contains { $0.hasPrefix("wrong") }, "\(lines)")
      let stored = lines.filter { $0.hasPrefix("stored") }.count
      let failed = lines.filter { $0.hasPrefix("failed") }
      #expect(lines.last == "sees \(stored * 20_000) []", "\(lines)")
      #expect(failed.allSatisfy { $0.contains("'\(path)'") && !$0.contains("MDB_") }, "\(failed)")
      // The first call makes pages in the cache: LMDB's own calls make up for it where they can.
      #expect(lines.first?.hasPrefix(duration == "once" ? "stored 0" : "failed 0") == true, "\(lines)")
      #expect(failed.count > 0, "\(lines)")
      #expect(try SampleStore(path: path).session.liveKeys(SampleSchema.token).count == stored * 20_000)
      try StructureWalk.check(path)
    }

    @Test(
      "on a full disk, a commit, a new reader and a new file succeed or are refused for that reason, and succeed when there is space"
    )
    func fullDisk() throws {
      let folder = try TemporaryFolder()
      let child = try Child(["fill-disk", folder.path])
      let lines = child.remainingLines()
      try #require(child.end() == .exit(0), "\(lines)")
      if lines.first?.hasPrefix("impossible") == true { return print("full disk: nothing can be mounted here") }
      #expect(lines.count == 5, "\(lines)")
      #expect(lines.first?.contains("store' cannot grow: the disk is full") == true, "\(lines)")
      #expect(lines.dropFirst().first == "read")
      #expect(lines.dropFirst(2).first?.hasPrefix("new ") == true && lines[2].contains("cannot grow: the disk is full"), "\(lines)")
      #expect(lines.suffix(2) == ["sees true []", "goes on"], "\(lines)")
    }

    @Test("a limit for the size of files is as a full disk, and no signal ends the process", arguments: [1 << 20, 1_000_001])
    func sizeLimit(bytes: Int) throws {
      let folder = try TemporaryFolder()
      let child = try Child(["fill-to-limit", folder.file("store"), "\(bytes)"])
      let lines = child.remainingLines()
      try #require(child.end() == .exit(0), "\(lines)")
      #expect(lines.first?.contains("cannot grow: the disk is full, or a quota or size limit is reached") == true, "\(lines)")
      #expect(lines.last == "sees true []", "\(lines)")
    }

    /// What another process finds afterwards.
    private func check(_ path: String, _ last: Int64, _ place: String) throws {
      do {
        let store = try SampleStore(path: path)
        let row = try store.find(SampleSchema.person, .int(7))
        #expect(row.map { store.value(SampleSchema.person, $0, 1).integer } == last, "\(place)")
        let contradictions = try store.contradictions()
        #expect(contradictions.isEmpty, "\(place): \(contradictions)")
      } catch {
        Issue.record("\(place): \(error)")
      }
    }
  }
#endif
