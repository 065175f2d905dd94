@testable import AshlarEncryption
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Snapshots of files with indexes in nodes", .blocking)
struct NodeSnapshotTests {
  private struct Stop: Error {}

  private static let count = 1000

  private static func withKey<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: UInt64(index).bigEndian) { try body($0) }
  }

  // Stores a generation in entries of both kinds: every entry of the first one, and a few of the others.
  private static func commit(_ engine: any StorageEngine, _ generation: UInt64) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false) { writer in
      for index in stride(from: 0, to: count, by: generation == 1 ? 1 : 97) {
        try withUnsafeBytes(of: generation) { value in
          try withKey(index) { try writer.put(.postings, $0, value) }
          try writer.put(.keys, integer: UInt64(index), value)
        }
      }
    }
  }

  // Returns the generation that a snapshot reads; nil if its entries are of different ones.
  private static func generation(_ snapshot: any StorageSnapshot) throws -> UInt64? {
    var found: Set<UInt64> = []
    for index in stride(from: 0, to: count, by: 97) {
      let values = [try withKey(index) { try snapshot.value(.postings, $0) }, try snapshot.value(.keys, integer: UInt64(index))]
      for value in values { found.insert(try #require(value).loadUnaligned(as: UInt64.self)) }
    }
    var entries = 0
    try snapshot.scan(.postings, from: UnsafeRawBufferPointer(start: nil, count: 0)) { _, _ in
      entries += 1
      return true
    }
    return found.count == 1 && entries == count ? found.first : nil
  }

  @Test("A snapshot reads the nodes of its version after it has refused another, was parked, or has moved")
  func moves() throws {
    let folder = try TemporaryFolder()
    let engine = NodeEngine.wrapping(try LMDBEngine(path: folder.file("nodes"), inMemory: false, form: NodeForm()))
    #expect(engine is NodeEngine)
    try NodeSnapshotTests.commit(engine, 1)
    let snapshot = try engine.snapshot()
    #expect(try NodeSnapshotTests.generation(snapshot) == 1)
    try NodeSnapshotTests.commit(engine, 2)
    #expect(try NodeSnapshotTests.generation(snapshot) == 1)
    var seen: UInt64?
    #expect(
      try !snapshot.renew { newer in
        seen = try NodeSnapshotTests.generation(newer)
        return false
      })
    #expect(seen == 2)
    #expect(try NodeSnapshotTests.generation(snapshot) == 1)
    #expect(throws: Stop.self) {
      try snapshot.renew { newer in
        seen = try NodeSnapshotTests.generation(newer)
        throw Stop()
      }
    }
    #expect(try NodeSnapshotTests.generation(snapshot) == 1)
    #expect(try snapshot.renew { try NodeSnapshotTests.generation($0) == 2 })
    #expect(try NodeSnapshotTests.generation(snapshot) == 2)
    #expect(snapshot.park())
    #expect(try !snapshot.unpark())
    #expect(try NodeSnapshotTests.generation(snapshot) == 2)
    #expect(snapshot.park())
    try NodeSnapshotTests.commit(engine, 3)
    #expect(try snapshot.unpark())
    #expect(try NodeSnapshotTests.generation(snapshot) == 3)
    for generation in UInt64(4)..<20 {
      try NodeSnapshotTests.commit(engine, generation)
      #expect(try NodeSnapshotTests.generation(snapshot) == generation - 1)
      try snapshot.renew()
      #expect(try NodeSnapshotTests.generation(snapshot) == generation)
    }
  }

  @Test("A session whose commit cannot be read stays at the version before it, and moves once the version can be read")
  func unreadableCommit() throws {
    let folder = try TemporaryFolder()
    let engine = NodeEngine.wrapping(try LMDBEngine(path: folder.file("nodes"), inMemory: false, form: NodeForm()))
    let store = try SampleStore(engine)
    try store.session.beginWrite()
    for number in 0..<500 { try store.insert(SampleSchema.token, [.bytes(Array("key \(10_000_000 + number)".utf8)), .int(Int64(number))]) }
    try store.session.commitWrite(sync: false)
    var rows = try store.rows(SampleSchema.token)
    let before = store.session.version
    let record = try #require(try engine.snapshot().value(.main, NodeRecord.storedName).map { Array($0) })
    let damaged = [UInt8](repeating: 0xFF, count: NodeRecord.size)
    try store.session.beginWrite()
    try store.set(SampleSchema.token, 3, 1, .int(-1))
    var unread: UInt64?
    // The commit changes no node, so it does not store the record again.
    #expect(throws: StoreError.self) {
      try store.session.commitWrite(
        .unsynced, with: { writer, _ in try damaged.withUnsafeBytes { try writer.put(.main, NodeRecord.storedName, $0) } },
        unread: { unread = $0 })
    }
    #expect(unread == before + 1 && engine.newestVersion == before + 1)
    #expect(!store.session.isWriting && store.session.version == before)
    #expect(try store.rows(SampleSchema.token) == rows)
    #expect(throws: StoreError.self) { try store.session.advance() }
    #expect(try store.rows(SampleSchema.token) == rows)
    try engine.lockForWriting()
    try engine.lmdb?.commit(
      .unsynced, writing: { writer in try record.withUnsafeBytes { try writer.put(.main, NodeRecord.storedName, $0) } })
    engine.unlockForWriting()
    #expect(try store.session.advance())
    rows[3]?[1] = .int(-1)
    #expect(try store.rows(SampleSchema.token) == rows)
    #expect(try store.contradictions() == [])
  }

  @Test("A frozen session has read the roots of all trees, also of those whose entries are in nodes")
  func roots() throws {
    let folder = try TemporaryFolder()
    let engine = NodeEngine.wrapping(try LMDBEngine(path: folder.file("nodes"), inMemory: false, form: NodeForm()))
    let store = try SampleStore(engine)
    let lmdb = try #require(engine.lmdb)
    let recorder = RecordingSnapshot(try lmdb.snapshot())
    store.session.shared = SharedSnapshot(try NodeSnapshot(#require(engine as? any WrappingEngine), recorder))
    #expect(recorder.roots.isEmpty)
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    _ = try ReadSession(freezing: store.session, context: context)
    #expect(recorder.roots == Set(KeySpace.allCases))
  }
}
