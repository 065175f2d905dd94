import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Warnings about files that grow", .blocking)
struct PinnedGrowthTests {
  private static func oldest(_ version: UInt64 = 10, pages: UInt64) -> PinnedVersion {
    PinnedVersion(
      version: version, process: 7, holder: SnapshotHolder(.frozen, place: "App/main.swift:3"), thread: 0xAB, age: .seconds(20),
      pages: pages, pageSize: 4096)
  }

  // Examines a file of so many pages, and returns whether there was a report.
  private func hasReport(
    _ growth: inout PinnedGrowth, pages: UInt64, used: UInt64, pinned: UInt64? = nil, newest: UInt64 = 1000
  ) -> Bool {
    guard growth.isDue(pages: pages, pageSize: 4096) else { return false }
    let oldest = PinnedGrowthTests.oldest(pages: pinned ?? pages - used)
    growth.note(pages: pages, free: pages - used, pageSize: 4096, newest: newest, oldest: oldest)
    return growth.takeReport() != nil
  }

  @Test("a file that grows page by page is reported at four times its content, and then each time that it has doubled")
  func doublings() {
    var growth = PinnedGrowth(least: 0)
    var reported: [UInt64] = []
    for pages in 1000..<UInt64(64_000) where hasReport(&growth, pages: pages, used: 1000) { reported.append(pages) }
    #expect(reported.count == 4, "\(reported)")
    #expect((4000...5000).contains(reported[0]))
    for (before, after) in zip(reported, reported.dropFirst()) { #expect((before * 2...before * 5 / 2).contains(after)) }
  }

  @Test("the free list is examined a few times while a file grows a hundredfold")
  func examinations() {
    var growth = PinnedGrowth(least: 0)
    let count = (1000..<UInt64(100_000)).count { growth.isDue(pages: $0, pageSize: 4096) }
    #expect(count == 21)
  }

  @Test("a small file, free pages that no reader keeps, and a reader that lags by a few versions are not reported")
  func silence() {
    var growth = PinnedGrowth()
    #expect(!hasReport(&growth, pages: 8191, used: 10))
    #expect(!hasReport(&growth, pages: 9000, used: 10, pinned: 20))
    #expect(!hasReport(&growth, pages: 12_000, used: 10, newest: 25))
    #expect(!hasReport(&growth, pages: 15_000, used: 5000))
    #expect(hasReport(&growth, pages: 20_000, used: 5000))
  }

  @Test("a report states both sizes and the holder, once")
  func words() {
    var growth = PinnedGrowth(least: 0)
    growth.note(pages: 100, free: 80, pageSize: 4096, newest: 1000, oldest: PinnedGrowthTests.oldest(pages: 78))
    #expect(
      growth.takeReport()?.description
        == "the file has grown to 409600 bytes, of which the newest version uses 81920, because version 10, held by a frozen Realm opened at App/main.swift:3 on thread 0xab for 20 s, keeps 78 pages (319488 bytes) from being reused. Refresh the Realm or release it, or set 'maximumNumberOfActiveVersions'."
    )
    #expect(growth.takeReport() == nil)
  }

  // In a process of its own: the sink is everybody's.
  @Test("commits beside an old version log its reader once for each doubling, without the write lock, and nothing after the reader ends")
  func logged() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let store = try SampleStore(path: folder.file("store"))
      var random = SeededGenerator(seed: 32)
      try store.fill(&random, people: 300)
      let engine = try #require(store.session.engine.lmdb)
      engine.pinnedGrowth = PinnedGrowth(least: 1 << 20)
      let lines = Guarded<[String]>([])
      StoreLog.setSink { level, message in
        guard level == .warning else { return }
        // Throws or waits forever if the lock is still held.
        #expect(throws: Never.self) {
          try engine.lockForWriting(for: .store)
          engine.unlockForWriting()
        }
        let text = message()
        lines.withLock { $0.append(text) }
      }
      var number = 0
      func commit(_ count: Int) throws {
        let keys = try store.session.liveKeys(SampleSchema.person).prefix(200)
        for _ in 0..<count {
          // A commit of equal values stores nothing.
          number += 1
          try store.session.beginWrite()
          for key in keys { try store.set(SampleSchema.person, key, 2, .text("name \(number), which is long enough for the heap")) }
          try store.session.commitWrite(sync: false)
        }
      }
      func pages() throws -> UInt64 { try engine.statistics().pages }
      // Commits until the condition holds. A file that does not grow ends the test.
      func commit(until isDone: () throws -> Bool) throws {
        for _ in 0..<5000 where try !isDone() { try commit(1) }
        let (isGrown, count) = (try isDone(), try pages())
        try #require(isGrown, "\(count) pages")
      }
      var idle: SampleStore? = try SampleStore(store.session.engine)
      // A session pins a version when it reads.
      #expect(try idle?.session.liveKeys(SampleSchema.person).isEmpty == false)
      let version = try #require(idle?.session.version)
      try commit(until: { !lines.withLock(\.isEmpty) })
      let first = try pages()
      #expect(lines.withLock(\.count) == 1)
      let line = try #require(lines.withLock(\.first))
      #expect(line.hasPrefix("'\(folder.file("store"))': the file has grown to "))
      #expect(line.contains("because version \(version), held by a Realm"))
      try commit(until: { try pages() >= first * 3 / 2 })
      #expect(lines.withLock(\.count) == 1)
      try commit(until: { try pages() >= first * 3 })
      #expect(lines.withLock(\.count) == 2)
      withExtendedLifetime(idle) {}
      idle = nil
      let last = try pages()
      try commit(300)
      #expect(try pages() < last + 512)
      #expect(lines.withLock(\.count) == 2)
      StoreLog.setSink(nil)
    }
  }
}
