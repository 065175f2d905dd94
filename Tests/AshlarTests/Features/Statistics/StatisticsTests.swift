import Ashlar
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@Suite("Statistics of a Realm", .blocking)
struct StatisticsTests {
  private func file(_ folder: TemporaryFolder) -> Realm.Configuration { folder.configuration() }

  private func addDogs(_ count: Int, to realm: Realm) throws {
    try realm.write { for number in 0..<count { _ = realm.create(Dog.self, value: ["name": "\(number)"]) } }
  }

  @Test("each commit of this process is counted and makes a version; a cancelled write does neither")
  func commits() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: file(folder))
    let before = try realm.statistics()
    for _ in 0..<3 { try addDogs(1, to: realm) }
    realm.beginWrite()
    _ = realm.create(Dog.self, value: ["name": "none"])
    realm.cancelWrite()
    let after = try realm.statistics()
    #expect(after.commitCount == before.commitCount + 3)
    #expect(after.version == before.version + 3)
    #expect(after.writeWaitCount == before.writeWaitCount && after.writeWaitTime == before.writeWaitTime)
  }

  @Test("a write that waits for another thread is counted, with the time for which it blocked its thread")
  func waits() throws {
    let folder = try TemporaryFolder()
    let configuration = file(folder)
    let realm = try Realm(configuration: configuration)
    let before = try realm.statistics()
    var after = before
    // The other thread may be late.
    for milliseconds: UInt32 in [50, 500, 5000] where after.writeWaitCount == before.writeWaitCount {
      realm.beginWrite()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? Realm(configuration: configuration).write {}
        done.signal()
      }
      usleep(milliseconds * 1000)
      realm.cancelWrite()
      done.wait()
      after = try realm.statistics()
    }
    #expect(after.writeWaitCount == before.writeWaitCount + 1)
    #expect(after.writeWaitTime > before.writeWaitTime)
  }

  @Test("sizes are those of the file, and what is deleted becomes free pages")
  func pages() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: file(folder))
    try addDogs(20_000, to: realm)
    let full = try realm.statistics()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url().path)
    #expect(attributes[.size] as? Int == Int(full.fileSize))
    #expect(full.pageSize >= 4096 && full.pageSize & (full.pageSize - 1) == 0)
    #expect(full.pageCount > 20 && full.fileSize > 20 * UInt64(full.pageSize) && full.freePageCount < full.pageCount)
    try realm.write { realm.deleteAll() }
    let empty = try realm.statistics()
    #expect(empty.freePageCount > full.freePageCount + 20)
    #expect(empty.pageCount >= full.pageCount)
  }

  @Test("the oldest pinned version names the frozen Realm that reads it, and the bytes that it pins")
  func oldest() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: file(folder))
    try addDogs(2000, to: realm)
    let frozen = realm.freeze()
    try realm.write { realm.deleteAll() }
    let found = try #require(try realm.statistics().oldestPinnedVersion)
    let listed = try #require(try realm.pinnedVersions().first)
    #expect(found.version == listed.version && found.bytes == listed.bytes && found.holder == listed.holder)
    #expect(found.bytes > 0)
    guard case .frozenRealm(let place) = found.holder else {
      Issue.record("\(found.holder)")
      return
    }
    #expect(place?.contains("StatisticsTests.swift:") == true)
    // A frozen Realm reports the newest state of the file, not that of its version.
    #expect(try frozen.statistics().version == realm.statistics().version)
    withExtendedLifetime(frozen) {}
  }

  @Test("observers are counted until their tokens end, by a call or by their release")
  func observers() throws {
    let realm = try memoryRealm()
    try addDogs(1, to: realm)
    #expect(try realm.statistics().observerCount == 0)
    let dog = try #require(realm.objects(Dog.self).first)
    let first = realm.observe { _, _ in }
    var second: NotificationToken? = realm.objects(Dog.self).observe { _ in }
    let third = dog.observe { (_: ObjectChange<Dog>) in }
    #expect(try realm.statistics().observerCount == 3)
    first.invalidate()
    first.invalidate()
    #expect(try realm.statistics().observerCount == 2)
    withExtendedLifetime(second) {}
    second = nil
    #expect(try realm.statistics().observerCount == 1)
    third.invalidate()
    #expect(try realm.statistics().observerCount == 0)
  }

  @Test("files that are open are counted, and databases in memory are not")
  func openFiles() async {
    // In a process of its own: other tests open files as well.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let memory = try memoryRealm()
      #expect(try memory.statistics().openFileCount == 0)
      let first = try Realm(configuration: folder.configuration("a.realm"))
      let second = try Realm(configuration: folder.configuration("b.realm"))
      #expect(try first.statistics().openFileCount == 2)
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("all figures can be logged in one message, at a level that is passed")
  func log() async {
    await #expect(processExitsWith: .success) {
      let lines = LoggedLines()
      let folder = try TemporaryFolder()
      let realm = try Realm(configuration: folder.configuration("data.realm"))
      try realm.write { _ = realm.create(Dog.self, value: ["name": "Rex"]) }
      Logger.shared = Logger(level: .info) { level, text in lines.add("\(level) \(text)") }
      try realm.logStatistics(level: .debug)
      #expect(lines.all.isEmpty)
      try realm.logStatistics()
      let line = try #require(lines.all.first)
      let statistics = try realm.statistics()
      #expect(lines.all.count == 1)
      #expect(line.hasPrefix("info '\(folder.url().path)': version \(statistics.version), \(statistics.commitCount) commits, 0 waits"))
      #expect(line.contains("\(statistics.pageCount) pages of \(statistics.pageSize) bytes, \(statistics.freePageCount) of them free"))
      #expect(line.contains("0 observers, 1 open files; oldest pinned: version "))
    }
  }
}

/// The lines of a logger.
private final class LoggedLines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}
