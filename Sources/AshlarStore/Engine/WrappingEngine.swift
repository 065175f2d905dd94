/// An engine that stores indexes in nodes, possibly all values in a form of its own, and leaves everything else to the engine of LMDB that
/// opened the file: locks, versions, durability, processes and the file itself.
package protocol WrappingEngine: FileEngine {
  /// The engine of the file.
  var engine: LMDBEngine { get }
}

extension WrappingEngine {
  package var path: String { engine.path }
  package var hasFile: Bool { engine.hasFile }
  package var keepsKeyOrder: Bool { engine.keepsKeyOrder }
  package var newestVersion: UInt64 { engine.newestVersion }
  package var hasMovingClusters: Bool { engine.hasMovingClusters }
  package var changes: ChangeFeed { engine.changes }
  package var savesInGroups: Bool { engine.savesInGroups }
  package var isReadyForRelaxed: Bool { engine.isReadyForRelaxed }
  package var holders: [SnapshotHolder] { engine.holders }
  package var knownFeatures: KnownFeatures { engine.knownFeatures }
  package var identity: FileStatus.Identity? { engine.identity }
  package var closingWaits: Bool { engine.closingWaits }
  package var isLasting: Bool { engine.isLasting }
  package var unknownFeatures: [String] { engine.unknownFeatures }
  package var hasNodes: Bool { true }

  package func admit(_ key: EncryptionKey?) throws(StoreError) { try engine.admit(key) }
  package func watchOtherProcesses() { engine.watchOtherProcesses() }
  package func stopWatchingOtherProcesses() { engine.stopWatchingOtherProcesses() }
  package func lockForWriting(for holder: WriteHolder) throws(StoreError) { try engine.lockForWriting(for: holder) }
  package func requestLock(_ request: LockRequest, for holder: WriteHolder, attempt: Int, refusesOwn: Bool) throws(StoreError) -> Bool {
    try engine.requestLock(request, for: holder, attempt: attempt, refusesOwn: refusesOwn)
  }
  package func withdraw(_ request: LockRequest) { engine.withdraw(request) }
  package func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) { engine.whenSaved(version, resume) }
  package func waitUntilSaved(_ version: UInt64) throws(StoreError) { try engine.waitUntilSaved(version) }
  package func whenReadyForRelaxed(_ resume: @escaping @Sendable (StoreError?) -> Void) { engine.whenReadyForRelaxed(resume) }
  package func checkPath() throws(StoreError) { try engine.checkPath() }
  package func unlockForWriting() { engine.unlockForWriting() }
  package func recoverNewestVersion() throws(StoreError) { try engine.recoverNewestVersion() }
  package func pinnedVersions() throws(StoreError) -> [PinnedVersion] { try engine.pinnedVersions() }
  package func statistics() throws(StoreError) -> StorageStatistics { try engine.statistics() }
  package func checkVersions(limit: UInt64) throws(StoreError) { try engine.checkVersions(limit: limit) }
  package func olderReader(adding features: Set<FileFeature>, needsLayouts: Bool) -> OlderReader? {
    engine.olderReader(adding: features, needsLayouts: needsLayouts)
  }
  package func openTrees(_ spaces: [KeySpace]) throws(StoreError) { try engine.openTrees(spaces) }
  package func creatingTrees(_ body: () throws -> Void) throws { try engine.creatingTrees(body) }
  package func check(_ durability: CommitDurability) throws(StoreError) { try engine.check(durability) }
  package func reserveRoom(_ bytes: UInt64) throws(StoreError) { try engine.reserveRoom(bytes) }
  package func giveUpRoom() { engine.giveUpRoom() }
  package func setLimits(_ limits: SyncLimits) { engine.setLimits(limits) }
}

extension StorageEngine {
  /// The LMDB engine that opened the file, for tests that examine it; nil for any other engine. It must not be used after this engine is
  /// deallocated.
  var lmdb: LMDBEngine? { self as? LMDBEngine ?? (self as? any WrappingEngine)?.engine }
}
