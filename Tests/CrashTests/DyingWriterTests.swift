import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("A process dies in a commit, and another one continues", .blocking)
  struct DyingWriterTests {
    @Test("the next commit is based on what is stored, whichever call the process died after", arguments: ["synced", "unsynced"])
    func dying(durability: String) throws {
      var call = 0
      var outcomes: Set<Int> = []
      while true {
        let folder = try TemporaryFolder()
        let path = folder.file("store")
        let store = try SampleStore(path: path)
        try store.addNumberedToken(.full)
        let child = try Child(["commit-dying", path, "\(call)", durability])
        try #require(child.line() == "ready")
        child.send("go")
        let lines = child.remainingLines()
        let place = "\(durability), call \(call)"
        if child.end() == .exit(0) {
          #expect(lines == ["stored"], "\(place)")
          break
        }
        // Of the version before the process died, and kept open meanwhile.
        try store.addNumberedToken(.full)
        let numbers = try store.tokenNumbers()
        #expect(numbers == Array(1...Int64(numbers.count)), "\(place)")
        #expect(try store.contradictions() == [], "\(place)")
        #expect(throws: Never.self, "\(place)") { try FileInspection.read(path, checksums: true) }
        outcomes.insert(numbers.count)
        call += 1
      }
      // The dead process's token is there or not, depending on the call.
      #expect(outcomes == [2, 3])
    }
  }
#endif
