/// An engine that stores indexes in nodes, possibly all values in a form of its own, and leaves everything else to the engine of LMDB that
/// opened the file: locks, versions, durability, processes and the file itself.
protocol WrappingEngine: FileEngine {
  /// The engine of the file.
  var engine: LMDBEngine { get }
}

extension WrappingEngine {
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
  var hasNodes: Bool { true }

  func admit(_ key: EncryptionKey?) throws(StoreError) { try engine.admit(key) }
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
