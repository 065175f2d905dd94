import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  /// Containers number their processes separately, and LMDB tells readers apart by these numbers.
  @Suite(
    "Two containers with one file", .blocking,
    .enabled(if: !TestEngine.isSealed, "the processes are forked, and a child does not have the key of its parent"))
  struct ContainerTests {
    @Test("a process with the number of one that has the file open is refused and told why, and opens the file once that one has closed it")
    func sameNumber() throws {
      let folder = try TemporaryFolder()
      let path = RealPath.of(folder.file("store"))
      do { _ = try SampleStore(path: path) }
      let first = try Child(["open-numbered", path, "1"])
      let answer = try #require(first.line())
      if answer.hasPrefix("impossible") { return print("containers: no processes can be numbered here") }
      #expect(answer == "opened")
      let second = try Child(["open-numbered", path, "1"])
      #expect(second.line() == "refused \(StoreError.sameProcessNumber(path: path, process: 1))")
      // Others read and write beside the first.
      let third = try Child(["open-numbered", path, "2"])
      #expect(third.line() == "opened")
      do {
        let store = try SampleStore(path: path)
        try store.addNumberedToken(.full)
        #expect(try store.contradictions() == [])
      }
      first.send("")
      #expect(first.end() == .exit(0))
      let fourth = try Child(["open-numbered", path, "1"])
      #expect(fourth.line() == "opened")
      let message = StoreError.sameProcessNumber(path: "/a", process: 7).description
      #expect(message.hasPrefix("'/a' is in use by another process with the same process ID as this one, 7: containers"))
    }
  }
#endif
