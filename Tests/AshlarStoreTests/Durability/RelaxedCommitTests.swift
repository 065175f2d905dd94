import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Commits that do not wait for the disk", .blocking)
struct RelaxedCommitTests {
  @Test("a checkpoint is there while the file is in use, and none when it was closed")
  func closing() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    weak var engine: (any StorageEngine)?
    for round in 0..<3 {
      let store = try SampleStore(path: path)
      engine = store.session.engine
      #expect(store.session.count(SampleSchema.token) == round)
      #expect(try folder.names() == ["store", "store-lock", "store.lock"])
      // The thread that is to sync has the engine neither kept open nor crashed by then.
      store.session.engine.setSyncLimits(SyncLimits(interval: round == 1 ? .seconds(100) : .milliseconds(1)))
      try insert(store, .relaxed)
      #expect(try folder.names().contains("store.checkpoint"))
    }
    #expect(engine == nil)
    #expect(try folder.names() == ["store", "store-lock", "store.lock"])
  }

  @Test("the thread that syncs ends when nothing is unsynced, and no version is held then")
  func idle() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let checkpointer = try checkpointer(store)
    store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(20)))
    for _ in 0..<3 {
      try insert(store, .relaxed)
      let version = store.session.version
      #expect(checkpointer.monitor.withLock { checkpointer.state.isRunning && checkpointer.state.own?.pin != nil })
      try waitUntilIdle(checkpointer)
      #expect(checkpointer.monitor.withLock { checkpointer.state.own?.pin == nil && checkpointer.state.own?.version == version })
      #expect(try CheckpointFile(store.session.engine.path).read()?.version == version)
    }
    // One at the first commit, and one behind each.
    #expect(checkpointer.monitor.withLock { checkpointer.state.installed } == 4)
  }

  @Test("a durable commit leaves no checkpoint; an unsynced one beside relaxed ones is as they are")
  func mixed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
    try insert(store, .unsynced)
    #expect(!CheckpointFile(path).exists)
    try insert(store, .relaxed)
    let saved = try CheckpointFile(path).read()
    try insert(store, .unsynced)
    #expect(try CheckpointFile(path).read() == saved && saved != nil)
    try insert(store, .full)
    #expect(!CheckpointFile(path).exists)
    let checkpointer = try checkpointer(store)
    #expect(checkpointer.monitor.withLock { checkpointer.state.own == nil && checkpointer.state.unsyncedSince == nil })
    try insert(store, .relaxed)
    #expect(try CheckpointFile(path).read()?.version == store.session.version - 1)
  }

  @Test("what the thread could not save is thrown by the next commit, and tried again")
  func failure() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    let checkpointer = try checkpointer(store)
    try insert(store, .relaxed)
    let saved = try CheckpointFile(path).read()
    // The next checkpoint cannot be written into its slot, and neither can a new file be made.
    try refuseSlots(checkpointer)
    try FileManager.default.createDirectory(atPath: path + ".checkpoint-new", withIntermediateDirectories: false)
    store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(10)))
    try insert(store, .relaxed)
    try wait { checkpointer.monitor.withLock { checkpointer.state.failure != nil } }
    let version = store.session.version
    let error = #expect(throws: StoreError.self) { try insert(store, .relaxed) }
    let creation = "create '\(path).checkpoint-new'"
    switch error {
    case .failed(path, "save the checkpoint", EBADF, _), .failed(path, creation, EEXIST, _): break
    default: throw error ?? .notFound(path: path)
    }
    #expect(store.session.version == version && store.session.count(SampleSchema.token) == 2)
    #expect(try CheckpointFile(path).read() == saved)
    let second = try waitForFailure(checkpointer)
    guard case .failed(path, creation, EEXIST, _) = second else { throw second ?? .notFound(path: path) }
    // Both versions that the file may hold for a restart are kept.
    #expect(checkpointer.monitor.withLock { checkpointer.state.own?.pin != nil && checkpointer.state.own?.doubtful != nil })
    try FileManager.default.removeItem(atPath: path + ".checkpoint-new")
    try waitUntilIdle(checkpointer)
    #expect(checkpointer.monitor.withLock { checkpointer.state.own?.doubtful == nil })
    checkpointer.monitor.withLock { checkpointer.state.failure = nil }
    try insert(store, .relaxed)
    try waitUntilIdle(checkpointer)
    #expect(try CheckpointFile(path).read()?.version == store.session.version)
  }

  @Test("the file grows by a bound between syncs, however many commits there are")
  func growth() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100), bytes: 1 << 20))
    for _ in 0..<1500 { try insert(store, .relaxed) }
    let checkpointer = try checkpointer(store)
    let installed = checkpointer.monitor.withLock { checkpointer.state.installed }
    let size = try FileInspection.read(path).fileSize
    print("growth: \(size) bytes, \(installed) checkpoints")
    // Two versions are pinned during a sync, each holding back at most two limits and a commit.
    #expect(installed > 5 && size < 8 << 20)
  }

  @Test("relaxed commits to a file that was replaced while open are refused, and the new file has no checkpoint")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notAtItsPath(path: RealPath.of(path), isMissing: false)) { try insert(store, .relaxed) }
    #expect(!CheckpointFile(path).exists && store.session.count(SampleSchema.token) == 0)
  }

  @Test("in memory every durability is the same")
  func inMemory() throws {
    let store = try SampleStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString))
    try store.session.engine.check(.relaxed)
    for durability in [CommitDurability.full, .relaxed, .unsynced] { try insert(store, durability) }
    #expect(store.session.count(SampleSchema.token) == 3)
  }

  /// Makes the descriptor of the checkpoint's file one that cannot be written through.
  private func refuseSlots(_ checkpointer: Checkpointer) throws {
    let own = try #require(checkpointer.monitor.withLock { checkpointer.state.own })
    let reading = open(checkpointer.path + ".checkpoint", O_RDONLY | O_CLOEXEC)
    #expect(reading >= 0 && dup2(reading, own.descriptor) == own.descriptor)
    close(reading)
  }

  private func waitForFailure(_ checkpointer: Checkpointer) throws -> StoreError? {
    try wait { checkpointer.monitor.withLock { checkpointer.state.failure != nil } }
    return checkpointer.monitor.withLock { checkpointer.state.failure }
  }

  private func checkpointer(_ store: SampleStore) throws -> Checkpointer {
    try #require(store.session.engine.lmdb?.checkpointer)
  }

  private func waitUntilIdle(_ checkpointer: Checkpointer) throws {
    try wait { checkpointer.monitor.withLock { !checkpointer.state.isRunning } }
  }

  private func wait(until condition: () -> Bool) throws {
    for _ in 0..<60_000 {
      if condition() { return }
      usleep(5000)
    }
    Issue.record("it took more than five minutes")
  }
}
