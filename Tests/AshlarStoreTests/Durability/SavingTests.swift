import Dispatch
import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Those who wait until their commit is on the disk", .blocking)
struct SavingTests {
  private func waitUntilSaved(_ store: SampleStore) async -> StoreError? {
    let (engine, version) = (store.session.engine, store.session.version)
    return await withCheckedContinuation { done in engine.whenSaved(version) { done.resume(returning: $0) } }
  }

  private func insert(_ store: SampleStore, _ durability: CommitDurability) throws { try store.addNumberedToken(durability) }

  @Test("a waiter that is resumed finds a checkpoint of its version, or none after a durable commit")
  func checkpoints() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let engine = store.session.engine
    engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
    let path = engine.path
    let resumed = Guarded<[(version: UInt64, saved: UInt64?)]>([])
    for number in 0..<60 {
      try insert(store, .relaxed)
      let version = store.session.version
      engine.whenSaved(version) { error in
        guard error == nil else { return }
        let saved = try? CheckpointFile(path).read()?.version
        resumed.withLock { $0.append((version, saved)) }
      }
      if number % 20 == 19 { try insert(store, .full) }
      if number % 7 == 0 { #expect(await waitUntilSaved(store) == nil) }
    }
    #expect(await waitUntilSaved(store) == nil)
    let all = resumed.withLock { $0 }
    #expect(all.count == 60)
    for (version, saved) in all { #expect(saved.map { $0 >= version } ?? true) }
    #expect(all.count { $0.saved != nil } > 20)
  }

  @Test("one sync serves all who wait")
  func groups() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let engine = store.session.engine
    engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
    let checkpointer = try #require(engine.lmdb?.checkpointer)
    let count = Atomic(0)
    for _ in 0..<200 {
      try insert(store, .relaxed)
      engine.whenSaved(store.session.version) { if $0 == nil { count.add(1, ordering: .relaxed) } }
    }
    #expect(await waitUntilSaved(store) == nil)
    let told = count.load(ordering: .relaxed)
    #expect(told == 200)
    let installed = checkpointer.monitor.withLock { checkpointer.state.installed }
    #expect(installed < 200, "\(installed) checkpoints")
    #expect(checkpointer.monitor.withLock { checkpointer.state.savings.isEmpty })
  }

  @Test("a version that is saved already needs no other checkpoint")
  func saved() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let checkpointer = try #require(store.session.engine.lmdb?.checkpointer)
    try insert(store, .relaxed)
    #expect(await waitUntilSaved(store) == nil)
    let installed = checkpointer.monitor.withLock { checkpointer.state.installed }
    for _ in 0..<3 { #expect(await waitUntilSaved(store) == nil) }
    #expect(checkpointer.monitor.withLock { checkpointer.state.installed } == installed)
  }

  @Test("a request that arrives while others are completed is completed after them")
  func order() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let engine = store.session.engine
    let (isTold, hasJoined) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Guarded<[Int]>([])
    try insert(store, .relaxed)
    let version = store.session.version
    engine.whenSaved(version) { _ in
      isTold.signal()
      hasJoined.wait()
      order.withLock { $0.append(1) }
    }
    await withCheckedContinuation { (next: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        isTold.wait()
        // The version is saved by now.
        engine.whenSaved(version) { _ in
          order.withLock { $0.append(2) }
          next.resume()
        }
        hasJoined.signal()
      }
    }
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test("a thread joins those who wait: it is back when a checkpoint has its version")
  func joining() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let engine = store.session.engine
    engine.setSyncLimits(SyncLimits(interval: .seconds(100), joining: .seconds(1000)))
    try insert(store, .relaxed)
    #expect(!engine.savesInGroups)
    #expect(await waitUntilSaved(store) == nil)
    #expect(engine.savesInGroups)
    for _ in 0..<20 {
      try insert(store, .relaxed)
      try engine.waitUntilSaved(store.session.version)
      #expect(try CheckpointFile(engine.path).read()?.version == store.session.version)
    }
    // Without a checkpoint a durable commit syncs by itself.
    try insert(store, .full)
    #expect(!engine.savesInGroups)
  }

  @Test("another process's checkpoint, and a durable commit of its, resume those who wait", arguments: [CommitDurability.relaxed, .full])
  func others(_ durability: CommitDurability) async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    for _ in 0..<5 {
      try insert(store, .relaxed)
      // As if it had been taken away.
      let checkpointer = try #require(store.session.engine.lmdb?.checkpointer)
      if durability == .full { try insert(store, .full) } else { try CheckpointFile(checkpointer.path).remove() }
      #expect(await waitUntilSaved(store) == nil)
    }
  }

  @Test("preparing makes the checkpoint that the next commit would have to make")
  func preparing() async throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let engine = store.session.engine
    #expect(!engine.isReadyForRelaxed)
    for _ in 0..<3 {
      let failure = await withCheckedContinuation { done in engine.whenReadyForRelaxed { done.resume(returning: $0) } }
      #expect(failure == nil)
    }
    #expect(engine.isReadyForRelaxed)
    let saved = try CheckpointFile(engine.path).read()
    try insert(store, .relaxed)
    #expect(try CheckpointFile(engine.path).read() == saved && saved != nil)
    try insert(store, .full)
    #expect(!engine.isReadyForRelaxed)
  }
}
