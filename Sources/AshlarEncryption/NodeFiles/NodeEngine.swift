import AshlarStore

/// An engine that stores indexes (the spaces in `KeySpace.indexes`) as ordered maps of nodes, which are values of the tree `sealed`.
/// `LMDBEngine` stores all other spaces. The nodes are not sealed: the engine exists to test that the store works with such maps. See
/// decision 0111.
///
/// Invariant: only the holder of the write lock accesses `writer`.
final class NodeEngine: WrappingEngine, @unchecked Sendable {
  let engine: LMDBEngine
  @exclusivity(unchecked) private var writer: NodeStorageWriter?

  private init(_ engine: LMDBEngine) { self.engine = engine }

  /// Returns an engine for a file that LMDB has opened: `engine` itself if the file has no tree of nodes, because its indexes are then
  /// trees of LMDB.
  static func wrapping(_ engine: LMDBEngine) -> any FileEngine { engine.hasTree(.sealed) ? NodeEngine(engine) : engine }

  func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot {
    try NodeSnapshot(self, try LMDBSnapshot(engine: engine, holder))
  }

  func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.commit(
      durability,
      writing: { lmdb in
        let writer = writer ?? NodeStorageWriter(lmdb, numbers: .mixed)
        self.writer = writer
        writer.begin(try NodeRecord.read(lmdb))
        // `end` also runs in a child process that `body` has forked, which has its own copy of the memory.
        defer { writer.end() }
        try body(writer)
        try writer.finish()
      })
  }
}
