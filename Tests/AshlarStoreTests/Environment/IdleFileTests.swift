import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Files that are kept open for a moment", .blocking)
struct IdleFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.path) + "/store"
  }

  /// Commits as a request would, and lets go of the file. Returns which engine it had.
  private func request(_ durability: CommitDurability = .relaxed, at path: String? = nil) throws -> ObjectIdentifier {
    let store = try SampleStore(path: path ?? self.path)
    try store.session.beginWrite()
    try store.insert(SampleSchema.token, [.null, .int(1)])
    try store.session.commitWrite(durability)
    EnvironmentRegistry.keepForAMoment(store.session.engine)
    return ObjectIdentifier(store.session.engine)
  }

  /// Runs what has to come within a second, with a path of its own: then the file is synced, and after another it is closed. Where a thread
  /// was not scheduled in time it tries again with another.
  private func inTime<Result>(_ body: (String) throws -> Result) throws -> Result {
    for attempt in 0..<100 {
      let begun = ContinuousClock.now
      let result = try body("\(path)-\(attempt)")
      if .now - begun < SyncLimits().interval { return result }
    }
    throw CancellationError()
  }

  @Test("one request after the other finds the file open, and none installs a checkpoint or waits for the disk to close it")
  func requests() throws {
    let (engines, first, last, count) = try inTime { path in
      var engines: Set = [try request(at: path)]
      let first = try CheckpointFile(path).read()
      for _ in 0..<20 { engines.insert(try request(at: path)) }
      return (engines, first, try CheckpointFile(path).read(), try SampleStore(path: path).session.count(SampleSchema.token))
    }
    #expect(engines.count == 1)
    #expect(first != nil)
    #expect(last == first)
    #expect(count == 21)
  }

  @Test("it is closed after a while, without anybody asking")
  func closes() throws {
    let (file, wasOpen) = try inTime { path in
      _ = try request(at: path)
      return (CheckpointFile(path), CheckpointFile(path).exists)
    }
    #expect(wasOpen)
    for _ in 0..<6_000 where file.exists { usleep(10_000) }
    #expect(!file.exists)
  }

  @Test("a file whose closing does not wait is closed at once")
  func durable() throws {
    weak var engine: LMDBEngine?
    do {
      let store = try SampleStore(path: path)
      engine = store.session.engine.lmdb
      _ = try request(.full)
      #expect(engine != nil)
    }
    #expect(engine == nil)
  }

  @Test("deleting, compacting and replacing the file do not have to wait")
  func inTheWay() throws {
    _ = try request()
    #expect(try EnvironmentRegistry.delete(path: path) == true)
    #expect(try folder.names() == ["store-lock", "store.lock"])
    _ = try request()
    var asked = 0
    _ = try EnvironmentRegistry.open(path: path) { _, _ in
      asked += 1
      return true
    }
    #expect(asked == 1)
    _ = try request()
    try FileManager.default.removeItem(atPath: path)
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 0)
    _ = try request()
    #expect(rename(path, path + "-moved") == 0)
    #expect(try SampleStore(path: path + "-moved").session.count(SampleSchema.token) == 1)
    EnvironmentRegistry.closeIdleFile(path: path)
    #expect(!CheckpointFile(path).exists && !CheckpointFile(path + "-moved").exists)
  }

  @Test("a file that is in use again stays open when the moment is over")
  func usedAgain() throws {
    let (first, second, third, isOpen) = try inTime { path in
      let first = try request(at: path)
      let store = try SampleStore(path: path)
      EnvironmentRegistry.closeIdleFile(path: path)
      return (first, ObjectIdentifier(store.session.engine), try request(at: path), CheckpointFile(path).exists)
    }
    #expect(isOpen)
    #expect(second == first)
    #expect(third == first)
  }

  @Test("threads that open and close it at the same time all find one file")
  func threads() throws {
    let path = path
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        for round in 0..<40 {
          let store = try SampleStore(path: path)
          try store.session.beginWrite()
          try store.insert(SampleSchema.token, [.null, .int(1)])
          try store.session.commitWrite(.relaxed)
          EnvironmentRegistry.keepForAMoment(store.session.engine)
          if number == 0, round % 10 == 9 { IdleEngines.close(at: path) }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 160)
  }
}
