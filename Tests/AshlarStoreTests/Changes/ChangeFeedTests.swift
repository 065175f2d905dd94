import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("The feed of changes", .blocking)
struct ChangeFeedTests {
  @Test("a commit without observers is a gap, which is detected")
  func gap() throws {
    let store = try SampleStore(EnvironmentRegistry.openInMemory(identifier: "gap \(UUID())"))
    let feed = store.session.engine.changes
    let start = store.session.version
    var random = SeededGenerator(seed: 1)
    try store.fill(&random, people: 3)
    feed.addObserver()
    let position = feed.position(at: store.session.version)
    let middle = store.session.version
    try store.fill(&random, people: 3)
    #expect(feed.changes(after: position, from: middle, to: store.session.version).isWhole)
    #expect(!feed.changes(after: 0, from: start, to: store.session.version).isWhole)
    feed.removeObserver()
    #expect(!feed.changes(after: position, from: middle, to: store.session.version).isWhole)
  }

  @Test("a commit that fails leaves nothing in the feed, and one that stores what was there counts at its version")
  func equal() throws {
    let store = try SampleStore(EnvironmentRegistry.openInMemory(identifier: "equal \(UUID())"))
    let feed = store.session.engine.changes
    var random = SeededGenerator(seed: 2)
    try store.fill(&random, people: 3)
    feed.addObserver()
    defer { feed.removeObserver() }
    let before = store.session.version
    let position = feed.position(at: before)
    try store.session.beginWrite()
    let value = try #require(try store.rows(SampleSchema.person)[1])[1]
    try store.set(SampleSchema.person, 1, 1, value)
    try store.session.commitWrite(sync: false)
    let told = feed.changes(after: position, from: before, to: store.session.version)
    let table = try #require(store.session.table(SampleSchema.person))
    #expect(told.isWhole && told.changes.tables[table.id]?.modified == [1])
    try store.session.beginWrite()
    try store.set(SampleSchema.person, 1, 1, .int(77))
    store.session.cancelWrite()
    #expect(feed.changes(after: told.position, from: store.session.version, to: store.session.version).changes.isEmpty)
  }

  @Test("who waits is woken by commits of others and not by its own, and not any more once it has stopped")
  func waking() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "waking \(UUID())")
    let (own, other) = (try SampleStore(engine), try SampleStore(engine))
    let count = Counter()
    own.session.waiter = engine.changes.wait { count.value.add(1, ordering: .relaxed) }
    var random = SeededGenerator(seed: 3)
    try own.fill(&random, people: 1)
    #expect(count.value.load(ordering: .relaxed) == 0)
    try other.fill(&random, people: 1)
    #expect(count.value.load(ordering: .relaxed) == 1)
    try other.session.beginWrite()
    other.session.cancelWrite()
    #expect(count.value.load(ordering: .relaxed) == 1)
    if let waiter = own.session.waiter { engine.changes.stopWaiting(waiter) }
    try other.fill(&random, people: 1)
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  @Test("it keeps at most 256 commits, and what is older is a gap")
  func limit() throws {
    let feed = ChangeFeed()
    feed.addObserver()
    for version in 0..<300 { feed.end(feed.begin(ChangeSet(), before: UInt64(version)), at: UInt64(version) + 1) }
    #expect(feed.changes(after: 300 - 256, from: 300 - 256, to: 300).isWhole)
    #expect(!feed.changes(after: 10, from: 10, to: 300).isWhole)
  }
}

private final class Counter: Sendable {
  let value = Atomic(0)
}
