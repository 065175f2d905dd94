/// An engine that stores indexes (the spaces in `NodeRecord.spaces`) as ordered maps of nodes, which are values of the tree `sealed`.
/// `LMDBEngine` stores all other spaces. The nodes are not sealed: the engine exists to test that the store works with such maps. See
/// decision 0111.
///
/// Invariant: only the holder of the write lock accesses `writer`.
final class NodeEngine: FileEngine, @unchecked Sendable {
  /// The engine of the file.
  let engine: LMDBEngine
  @exclusivity(unchecked) private var writer: NodeStorageWriter?

  private init(_ engine: LMDBEngine) { self.engine = engine }

  /// Returns an engine for a file that LMDB has opened: `engine` itself if the file has no tree of nodes, because its indexes are then
  /// trees of LMDB.
  static func wrapping(_ engine: LMDBEngine) -> any FileEngine { engine.handle(.sealed) == 0 ? engine : NodeEngine(engine) }

  // MARK: - Snapshots and commits

  func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot {
    try NodeSnapshot(self, try LMDBSnapshot(engine: engine, holder))
  }

  func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.commit(
      durability,
      writing: { lmdb in
        let writer = writer ?? NodeStorageWriter(lmdb)
        self.writer = writer
        writer.begin(try lmdb.nodeRecord)
        // `end` also runs in a child process that `body` has forked, which has its own copy of the memory.
        defer { writer.end() }
        try body(writer)
        try writer.finish()
      })
  }

  // MARK: - The engine of the file

  var path: String { engine.path }
  var hasFile: Bool { engine.hasFile }
  var keepsKeyOrder: Bool { engine.keepsKeyOrder }
  var newestVersion: UInt64 { engine.newestVersion }
  var hasMovingClusters: Bool { engine.hasMovingClusters }
  var changes: ChangeFeed { engine.changes }
  var savesInGroups: Bool { engine.savesInGroups }
  var isReadyForRelaxed: Bool { engine.isReadyForRelaxed }
  var holders: [SnapshotHolder] { engine.holders }
  var knownFeatures: KnownFeatures { engine.knownFeatures }
  var identity: FileStatus.Identity? { engine.identity }
  var closingWaits: Bool { engine.closingWaits }
  var isLasting: Bool { engine.isLasting }
  var unknownFeatures: [String] { engine.unknownFeatures }

  func watchOtherProcesses() { engine.watchOtherProcesses() }
  func stopWatchingOtherProcesses() { engine.stopWatchingOtherProcesses() }
  func lockForWriting(for holder: WriteHolder) throws(StoreError) { try engine.lockForWriting(for: holder) }
  func requestLock(_ request: LockRequest, for holder: WriteHolder, attempt: Int, refusesOwn: Bool) throws(StoreError) -> Bool {
    try engine.requestLock(request, for: holder, attempt: attempt, refusesOwn: refusesOwn)
  }
  func withdraw(_ request: LockRequest) { engine.withdraw(request) }
  func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) { engine.whenSaved(version, resume) }
  func waitUntilSaved(_ version: UInt64) throws(StoreError) { try engine.waitUntilSaved(version) }
  func whenReadyForRelaxed(_ resume: @escaping @Sendable (StoreError?) -> Void) { engine.whenReadyForRelaxed(resume) }
  func checkPath() throws(StoreError) { try engine.checkPath() }
  func unlockForWriting() { engine.unlockForWriting() }
  func recoverNewestVersion() throws(StoreError) { try engine.recoverNewestVersion() }
  func pinnedVersions() throws(StoreError) -> [PinnedVersion] { try engine.pinnedVersions() }
  func statistics() throws(StoreError) -> StorageStatistics { try engine.statistics() }
  func checkVersions(limit: UInt64) throws(StoreError) { try engine.checkVersions(limit: limit) }
  func olderReader(adding features: Set<FileFeature>, needsLayouts: Bool) -> OlderReader? {
    engine.olderReader(adding: features, needsLayouts: needsLayouts)
  }
  func openTrees(_ spaces: [KeySpace]) throws(StoreError) { try engine.openTrees(spaces) }
  func creatingTrees(_ body: () throws -> Void) throws { try engine.creatingTrees(body) }
  func check(_ durability: CommitDurability) throws(StoreError) { try engine.check(durability) }
  func reserveRoom(_ bytes: UInt64) throws(StoreError) { try engine.reserveRoom(bytes) }
  func giveUpRoom() { engine.giveUpRoom() }
  func setLimits(_ limits: SyncLimits) { engine.setLimits(limits) }
}

extension LMDBWriter {
  /// The record of the maps that the transaction reads. In a file without a record, all maps are empty.
  fileprivate var nodeRecord: NodeRecord {
    get throws(StoreError) {
      let name = UnsafeRawBufferPointer(start: NodeRecord.name.utf8Start, count: NodeRecord.name.utf8CodeUnitCount)
      guard let bytes = try value(.main, name) else { return NodeRecord() }
      guard let record = NodeRecord(bytes) else {
        throw .damaged(path: path, detail: "the record of the roots of its indexes is not valid")
      }
      return record
    }
  }
}

extension StorageEngine {
  /// The LMDB engine that opened the file, for tests that examine it; nil for any other engine. It must not be used after this engine is
  /// deallocated.
  var lmdb: LMDBEngine? { self as? LMDBEngine ?? (self as? NodeEngine)?.engine }
}
