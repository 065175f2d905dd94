import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("Two processes that create one file", .blocking)
  struct CreationTests {
    // Bit 31 of the lock's first word: another process waits for it.
    private func isAwaited(_ lock: String) throws -> Bool {
      let bytes = try Data(contentsOf: URL(filePath: lock)).prefix(4)
      return bytes.count == 4 && bytes[3] & 0x80 != 0
    }

    @Test("the one that comes second keeps the format that the first one stored, and opens no tree before it has checked it")
    func formatStays() throws {
      let folder = try TemporaryFolder()
      let path = RealPath.of(folder.file("store"))
      let lock = try WriteLock(path: path + ".lock")
      try lock.lock()
      let second = try Child(["open", path])
      var attempts = 0
      while try !isAwaited(path + ".lock") {
        attempts += 1
        try #require(attempts < 20_000, "the second process never came to the lock")
        usleep(1000)
      }
      let first = try Child(["create-later", path, "10"])
      #expect(first.line() == "created")
      #expect(first.end() == .exit(0))
      lock.unlock()
      let error = StoreError.newerFormat(path: path, found: 10, supported: FormatVersion.fileWithFeatures)
      #expect(second.line() == "refused \(error)")
      #expect(throws: error) { try EnvironmentRegistry.open(path: path) }
    }
  }
#endif
