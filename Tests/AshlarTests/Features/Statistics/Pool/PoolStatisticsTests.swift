import Ashlar
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@Suite("Statistics of a pool", .blocking)
struct PoolStatisticsTests {
  @Test("a pool counts the commits of its tasks, and reports what a Realm of the file does")
  func commits() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let pool = try RealmPool(configuration)
    let before = try pool.statistics()
    for number in 0..<4 { try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "\(number)"]) } }
    let after = try pool.statistics()
    #expect(after.commitCount == before.commitCount + 4 && after.version == before.version + 4)
    let (commits, version, pages) = try onThread {
      let found = try Realm(configuration: configuration).statistics()
      return (found.commitCount, found.version, found.pageCount)
    }
    #expect(commits == after.commitCount && version == after.version && pages == after.pageCount)
  }

  @Test("an asynchronous write that waits is counted and blocks no thread")
  func waits() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let pool = try RealmPool(configuration)
    let (begun, end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      try? Realm(configuration: configuration).write {
        begun.signal()
        end.wait()
      }
      ended.signal()
    }
    begun.waitForSignal()
    let before = try pool.statistics()
    let writing = Task { try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "Rex"]) } }
    while try pool.statistics().writeWaitCount == before.writeWaitCount { try await Task.sleep(for: .milliseconds(1)) }
    end.signal()
    try await writing.value
    ended.waitForSignal()
    let after = try pool.statistics()
    #expect(after.writeWaitCount >= before.writeWaitCount + 1)
    #expect(after.writeWaitTime == before.writeWaitTime)
    #expect(try pool.read { $0.objects(Dog.self).count } == 1)
  }

  @Test("a snapshot of a pool is the oldest pinned version until it is released")
  func snapshot() async throws {
    let folder = try TemporaryFolder()
    let pool = try RealmPool(folder.configuration())
    var snapshot: RealmSnapshot? = try pool.snapshot()
    let version = try pool.statistics().version
    try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "Rex"]) }
    #expect(try pool.statistics().oldestPinnedVersion?.version == version)
    withExtendedLifetime(snapshot) {}
    snapshot = nil
    #expect(try pool.statistics().oldestPinnedVersion.map { $0.version > version } ?? true)
  }
}

extension DispatchSemaphore {
  /// Waits, also in an asynchronous function.
  fileprivate func waitForSignal() { wait() }
}
