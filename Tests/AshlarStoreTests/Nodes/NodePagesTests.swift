@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("The check of files with indexes in nodes", .blocking)
struct NodePagesTests {
  // Whether this process opens files with nodes: `make test-nodes` runs it so.
  private static func hasNodes() throws -> Bool {
    TestEngine.choose()
    return try Engines.factory.form("", nil) is NodeForm
  }

  @Test("The check of a file refuses two maps that share a node", .enabled(if: try hasNodes()))
  func sharedNode() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let engine = try EnvironmentRegistry.open(path: path)
    let key = [UInt8](repeating: 1, count: BacklinkKey.size)
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false) { writer in
      try key.withUnsafeBytes { key in
        for space in [KeySpace.postings, .backlinks] { try writer.put(space, key, UnsafeRawBufferPointer(rebasing: key[..<4])) }
      }
    }
    try StructureWalk.check(path, sums: false)
    let lmdb = try #require(engine.lmdb)
    try lmdb.commit(
      .unsynced,
      writing: { writer in
        let name = Array(NodeRecord.name.description.utf8)
        let stored = try name.withUnsafeBytes { try writer.value(.main, $0) }
        var record = try #require(stored.flatMap { NodeRecord($0) })
        record.postings = record.backlinks
        var bytes = [UInt8](repeating: 0, count: NodeRecord.size)
        bytes.withUnsafeMutableBytes { record.store(to: $0) }
        try writer.putNamed(.main, NodeRecord.name.description, bytes)
      })
    #expect(throws: StoreError.self) { try StructureWalk.check(path, sums: false) }
  }

  @Test("The check of a file with nodes refuses entries in a tree of LMDB that snapshots do not read", .enabled(if: try hasNodes()))
  func entriesBesideNodes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let engine = try EnvironmentRegistry.open(path: path)
    let lmdb = try #require(engine.lmdb)
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try lmdb.commit(.unsynced, writing: { try $0.putNamed(.postings, "entry", [1]) })
    #expect(throws: StoreError.damaged(path: path, detail: "the tree 'postings' has entries, but the indexes of the file are in nodes")) {
      try StructureWalk.check(path, sums: false)
    }
  }
}
