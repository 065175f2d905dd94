import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Commits of other processes are detected", .blocking, .serialized)
struct WatchingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private func watcher() throws -> Child {
    let child = try Child(["watch", path])
    try #require(child.line() == "watching")
    return child
  }

  /// Returns whether a process reports a version. Other versions that it reports before are skipped.
  private func hears(_ child: Child, _ version: UInt64) -> Bool {
    while let line = child.line() { if line == "\(version)" { return true } }
    return false
  }

  private struct Page {
    let watchers: Int
    let isSignalled: Bool
  }

  private func page() throws -> Page {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".lock")))
    return Page(
      watchers: bytes[2048..<2056].reduce(0) { (sum: Int, byte: UInt8) in sum + byte.nonzeroBitCount }, isSignalled: bytes[2056] != 0)
  }

  @Test("by each process that watches, one after the other")
  func commits() throws {
    let store = try SampleStore(path: path)
    let watchers = [try watcher(), try watcher()]
    for _ in 0..<50 {
      try store.addNumberedToken(.unsynced)
      for child in watchers { try #require(hears(child, store.session.engine.newestVersion)) }
    }
  }

  @Test("the last commit of a writer that is killed is heard by all, whenever it is killed")
  func kills() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let store = try SampleStore(path: path)
    let watchers = try (0..<3).map { _ in try watcher() }
    var versions: UInt64 = 0
    let rounds = rounds(.watchedKills)
    for round in 0..<rounds {
      let before = store.session.engine.newestVersion
      let writer = try Child(["share", path, "\(random.next())"])
      try #require(writer.line() == "ready")
      usleep(UInt32.random(in: 0..<100_000, using: &random))
      #expect(writer.killNow() == .signal(SIGKILL))
      let newest = store.session.engine.newestVersion
      versions += newest - before
      if newest == before { continue }
      for child in watchers { try #require(hears(child, newest), "seed \(seed), round \(round): version \(newest)") }
    }
    print("watched kills: seed \(seed), \(rounds) kills, \(versions) versions")
    #expect(versions > rounds / 2)
  }

  @Test("nothing is written for those who do not watch")
  func nobody() throws {
    let store = try SampleStore(path: path)
    try store.addNumberedToken(.unsynced)
    #expect(try page().watchers == 0)
    #expect(try !page().isSignalled)
  }

  @Test("a process that watches alone is not signalled its own commits")
  func alone() throws {
    let store = try SampleStore(path: path)
    let engine = store.session.engine
    engine.watchOtherProcesses()
    #expect(try page().watchers == 1)
    let calls = Mutex(0)
    let waiter = engine.changes.wait { calls.withLock { $0 += 1 } }
    // A signal is a write to the lock file. The clock of files has ticks of some milliseconds.
    func written() throws -> Date? { try FileManager.default.attributesOfItem(atPath: path + ".lock")[.modificationDate] as? Date }
    let before = try #require(try written())
    Thread.sleep(forTimeInterval: 0.05)
    for _ in 0..<20 { try store.addNumberedToken(.unsynced) }
    #expect(try written() == before)
    // The thread that watches may wake the waiter once more, between a commit and the end of the call that commits.
    #expect(calls.withLock { $0 } >= 20)
    engine.changes.stopWaiting(waiter)
    engine.stopWatchingOtherProcesses()
    #expect(try page().watchers == 0)
  }

  @Test("the place of a watcher that died is given to the next one")
  func deadWatchers() throws {
    let store = try SampleStore(path: path)
    let first = try watcher()
    let second = try watcher()
    #expect(try page().watchers == 2)
    #expect(first.killNow() == .signal(SIGKILL))
    #expect(try page().watchers == 2)
    let third = try watcher()
    #expect(try page().watchers == 2)
    try store.addNumberedToken(.unsynced)
    for child in [second, third] { #expect(hears(child, store.session.engine.newestVersion)) }
  }

  @Test("versions are read periodically if the system does not notify of writes")
  func silent() throws {
    let store = try SampleStore(path: path)
    let engine = try #require(store.session.engine.lmdb)
    let child = try Child(["step", path])
    try #require(child.line() == "ready")
    let version = engine.newestVersion
    let watch = CommitWatch(engine)
    // From now on, the watch knows this version.
    watch.look()
    let number = FileWatcher.add(watch, descriptor: -1, isSignalled: true)
    #expect(number < -1)
    let calls = Mutex(0)
    let waiter = engine.changes.wait { calls.withLock { $0 += 1 } }
    child.send("unsynced")
    try #require(child.line() != nil)
    #expect(engine.newestVersion > version)
    let deadline = Date(timeIntervalSinceNow: 300)
    while calls.withLock({ $0 }) == 0, Date() < deadline { usleep(5000) }
    #expect(calls.withLock { $0 } == 1)
    FileWatcher.remove(number)
    engine.changes.stopWaiting(waiter)
    watch.close()
  }
}
