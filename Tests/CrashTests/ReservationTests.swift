import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Address space and processes", .blocking)
struct ReservationTests {
  @Test("a process can have a thousand files open at once")
  func many() throws {
    let folder = try TemporaryFolder()
    let child = try Child(["open-many", folder.path, "1000"])
    #expect(child.line(seconds: 300) == "opened 1000")
    child.send("")
    #expect(child.end() == .exit(0))
  }

  @Test(
    "a file that another process makes larger than this one has reserved can be read at its version, and at later ones when reopened",
    .enabled(if: !TestEngine.isSealed))
  func outgrown() throws {
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    do {
      let store = try SampleStore(LMDBEngine(path: path, inMemory: false, reserving: 4 << 20))
      try store.addNumberedToken(.full)
      let child = try Child(["fill", path, "16"])
      #expect(child.end() == .exit(0))
      #expect(throws: StoreError.reservationFull(path: path)) { try store.session.advance() }
      #expect(throws: StoreError.reservationFull(path: path)) { try store.session.beginWrite() }
      #expect(try store.tokenNumbers() == [1])
    }
    let store = try SampleStore(path: path)
    #expect(try store.tokenNumbers() == [1])
    #expect(store.session.count(SampleSchema.person) > 2000)
    try store.addNumberedToken(.full)
  }
}
