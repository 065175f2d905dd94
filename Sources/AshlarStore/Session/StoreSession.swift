import AshlarSchema

/// One Realm instance's view of a store: a snapshot, the directory of clusters, and the open write transaction.
/// Confined as its Realm is; no method may be called from two threads at once. A frozen session may be read from any number
/// of threads: nothing in it changes but the cluster directory, see `FrozenState`.
///
/// Invariants: `views` has one entry for each entity ordinal below `tableCount`;
/// cluster pointers in the views belong to `shared` or to an overlay of `transaction`; every change that can make one
/// stale bumps the context's generation.
public final class StoreSession {
  /// Columns of values of any type, which may link to any table.
  let anyLinks: [LinkColumn]
  /// The engine.
  public let engine: any StorageEngine
  /// Tables by entity ordinal.
  public let tables: [TableDefinition?]
  /// What accessors share.
  public let context: UnsafeMutablePointer<AccessContext>
  // Confined like the Realm, so that checking each access for exclusivity finds nothing and costs a third of an insert.
  let views: UnsafeMutablePointer<TableView>
  let emptyCluster: UnsafeMutableRawPointer
  /// Of frozen sessions.
  let frozen: FrozenState?
  private let tablesById: [UInt32: TableDefinition]
  /// The version read, which iterators may share.
  @exclusivity(unchecked) public internal(set) var shared: SharedSnapshot
  @exclusivity(unchecked) var transaction: WriteTransaction?
  /// The same, for what must count no references.
  @exclusivity(unchecked) var openWrite: Unmanaged<WriteTransaction>?
  /// Bytes that a transaction works on in memory; what is more lies in a file. Counts from the first transaction on.
  var transactionMemoryLimit = TransactionMemory.limit
  // One that ended, whose memory serves the next.
  @exclusivity(unchecked) var spareTransaction: WriteTransaction?
  // By entity ordinal.
  let keyCaches: UnsafeMutablePointer<KeyCache>
  // By entity ordinal, where it was needed: which clusters have rows. `TableView.isTracked` says where.
  @exclusivity(unchecked) var liveClusters: [LiveClusters?]
  /// How many clusters scans, iterations and look-ups by position went to, but for those of frozen sessions.
  @exclusivity(unchecked) public internal(set) var visitedClusters = 0
  /// How many rows that link to another were read from the index, but for those of frozen sessions.
  @exclusivity(unchecked) public internal(set) var visitedSources = 0
  // By entity ordinal: clusters whose cells were checked.
  @exclusivity(unchecked) private var checkedClusters: [NumberSet]
  /// How many clusters may have patches.
  @exclusivity(unchecked) var patchLimit = ClusterPatch.maximumCount
  /// Long values, as of the version read.
  public let values: StoredValues
  /// As of the version read.
  @exclusivity(unchecked) var counters = Counters()
  @exclusivity(unchecked) var cancelled = CancelledWrites()
  // Other modules read it through `dataVersion`: there the attribute does not count.
  @exclusivity(unchecked) private var storedDataVersion: UInt64 = 1
  /// Changes with every change of data that this session can see; what is computed from data is valid for one value.
  public internal(set) var dataVersion: UInt64 {
    get { storedDataVersion }
    set { storedDataVersion = newValue }
  }
  /// The write generation at which results were last computed; see `armWriteDetection`.
  var nextWriteGeneration: UInt64 = 2
  /// The catalog's revision when the tables' indexes were last read.
  var catalogRevision: UInt64 = 0
  /// Whether others may have added indexes since then.
  @exclusivity(unchecked) var mayHaveNewIndexes = true

  /// Who the session is for, as long as it reads a version.
  let holder: SnapshotHolder
  // See `isReleased`.
  @exclusivity(unchecked) private var hasLetGo = false
  /// Who writes, for those who wait.
  public var writeHolder = WriteHolder.store
  /// How many versions may be readable when a write begins; nil for any number.
  public var versionLimit: UInt64?

  /// A session at the newest version. The context must outlive it; its tables are set here.
  /// - Parameter place: where the program opened it, for the report of who pins a version.
  public init(
    engine: any StorageEngine, tables: [TableDefinition?], context: UnsafeMutablePointer<AccessContext>, place: String? = nil
  ) throws {
    self.engine = engine
    self.tables = tables
    self.context = context
    frozen = nil
    tablesById = Dictionary(tables.compactMap { table in table.map { ($0.id, $0) } }) { first, _ in first }
    anyLinks = tables.flatMap { $0?.links.filter(\.isAny) ?? [] }
    checkedClusters = [NumberSet](repeating: NumberSet(), count: tables.count)
    liveClusters = [LiveClusters?](repeating: nil, count: tables.count)
    holder = SnapshotHolder(.realm, place: place)
    shared = SharedSnapshot(try engine.snapshot(for: holder))
    values = StoredValues(shared.snapshot, path: engine.path)
    emptyCluster = StoreSession.makeEmptyCluster(tables)
    keyCaches = StoreSession.makeKeyCaches(tables)
    views = StoreSession.makeViews(tables)
    joinContext()
    try readCounters()
  }

  /// A session at the version that another one reads, without the changes of its open write, for any number of threads. It
  /// never moves on. To be made where the other session is used.
  public init(freezing source: StoreSession, context: UnsafeMutablePointer<AccessContext>) throws {
    engine = source.engine
    tables = source.tables
    self.context = context
    tablesById = source.tablesById
    anyLinks = source.anyLinks
    checkedClusters = source.checkedClusters
    liveClusters = []
    holder = SnapshotHolder(.frozen, place: source.holder.place)
    source.shared.keeper = .frozen
    // LMDB reads a tree's root when it is first asked for it, into memory of the transaction: from here on nothing is written there.
    for space in KeySpace.allCases { _ = try source.shared.snapshot.usage(space) }
    shared = SharedSnapshot(sharing: source.shared)
    values = StoredValues(shared.snapshot, path: engine.path, lock: ThreadLock())
    let counters = try Counters.read(shared.snapshot, path: engine.path)
    emptyCluster = StoreSession.makeEmptyCluster(tables)
    keyCaches = StoreSession.makeKeyCaches(tables)
    views = StoreSession.makeViews(tables)
    frozen = FrozenState(
      clusters: tables.map { table in
        guard let table, let entry = counters.entry(table.id) else { return 0 }
        return Int((entry.nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
      }, indexedColumns: tables.map { $0?.indexedColumns ?? [] })
    joinContext()
    try readCounters()
  }

  private func joinContext() {
    context.pointee.writeGeneration = AccessContext.noWrite
    context.pointee.tables = views
    context.pointee.values = Unmanaged.passUnretained(values)
    context.pointee.tableCount = tables.count
  }

  // Scans read whole columns of it.
  private static func makeEmptyCluster(_ tables: [TableDefinition?]) -> UnsafeMutableRawPointer {
    let size = tables.reduce(4096) { max($0, $1?.fixedSize8 ?? 0) }
    let made = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    made.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    made.setHeader(ClusterHeader.capacityOffset, 8)
    return made
  }

  private static func makeKeyCaches(_ tables: [TableDefinition?]) -> UnsafeMutablePointer<KeyCache> {
    let caches = UnsafeMutablePointer<KeyCache>.allocate(capacity: max(1, tables.count))
    caches.initialize(repeating: KeyCache(), count: tables.count)
    return caches
  }

  private static func makeViews(_ tables: [TableDefinition?]) -> UnsafeMutablePointer<TableView> {
    let views = UnsafeMutablePointer<TableView>.allocate(capacity: max(1, tables.count))
    for (ordinal, table) in tables.enumerated() { (views + ordinal).initialize(to: TableView(table)) }
    return views
  }

  deinit {
    if transaction != nil { cancelWrite() }
    // From now on it is held by what shares it.
    if frozen == nil { shared.snapshot.setHolder(SnapshotHolder(shared.keeper, place: holder.place)) }
    for ordinal in tables.indices { views[ordinal].free() }
    views.deallocate()
    emptyCluster.deallocate()
    keyCaches.deinitialize(count: tables.count)
    keyCaches.deallocate()
  }

  /// The version read.
  public var version: UInt64 { shared.snapshot.version }

  /// Whether a write transaction is open.
  public var isWriting: Bool { transaction != nil }

  /// The table of an ordinal, when it belongs to this session.
  public func table(_ ordinal: Int) -> TableDefinition? { ordinal < tables.count ? tables[ordinal] : nil }

  /// Whether the table of an ordinal belongs to this session.
  public func hasTable(_ ordinal: Int) -> Bool { ordinal < context.pointee.tableCount && views[ordinal].id != 0 }

  /// How many rows a table has.
  public func count(_ ordinal: Int) -> Int { views[ordinal].liveCount }

  // MARK: - Advancing

  /// Moves to the newest version outside a write; true when there was one. O(clusters changed), or when they are not known
  /// any more, O(clusters).
  @discardableResult
  public func advance() throws -> Bool {
    if isReleased {
      try resume()
      return true
    }
    guard frozen == nil, engine.newestVersion != shared.snapshot.version else { return false }
    let before = shared.snapshot.version
    try renew()
    mayHaveNewIndexes = true
    do {
      try readCounters()
    } catch {
      clearDirectories()
      throw error
    }
    if let changed = counters.changes.changes(after: before, to: shared.snapshot.version) {
      forget(changed)
    } else {
      clearDirectories()
    }
    moved()
    return true
  }

  func renew() throws {
    defer { values.moved(to: shared.snapshot) }
    if isKnownUniquelyReferenced(&shared), isKnownUniquelyReferenced(&shared.lease) {
      try shared.snapshot.renew()
    } else {
      let patched = shared.patched
      // From now on it is held by what shares it.
      shared.snapshot.setHolder(SnapshotHolder(shared.keeper, place: holder.place))
      shared = SharedSnapshot(try engine.snapshot(for: holder))
      shared.patched = patched
    }
  }

  /// Whether no version is read: `release` was called, and `resume` not yet.
  public var isReleased: Bool { hasLetGo }

  /// Lets go of the version read. A session that is not frozen may be resumed; nothing can be read before that.
  public func release() {
    if transaction != nil { cancelWrite() }
    if isReleased { return }
    // From now on it is held by what shares it.
    if frozen == nil { shared.snapshot.setHolder(SnapshotHolder(shared.keeper, place: holder.place)) }
    shared = SharedSnapshot(ReleasedSnapshot(version: version, path: engine.path))
    hasLetGo = true
    values.moved(to: shared.snapshot)
    clearDirectories()
    moved()
  }

  /// Reads the newest version after `release`. When it throws, the session stays released.
  public func resume() throws {
    guard isReleased, frozen == nil else { return }
    shared = SharedSnapshot(try engine.snapshot(for: holder))
    hasLetGo = false
    values.moved(to: shared.snapshot)
    mayHaveNewIndexes = true
    do {
      try readCounters()
    } catch {
      release()
      throw error
    }
    moved()
  }

  // Clusters that did not change are where they were: LMDB never writes to a page that a version can reach.
  private func forget(_ keys: [UInt64]) {
    for key in keys {
      shared.patched[key] = nil
      guard let table = tablesById[UInt32(truncatingIfNeeded: key >> 40)] else { continue }
      views[table.ordinal].setCluster(Int(key & 0xFF_FFFF_FFFF), nil)
      if views[table.ordinal].isTracked { markOutdated(table.ordinal, Int(key & 0xFF_FFFF_FFFF)) }
    }
  }

  func clearDirectories() {
    shared.patched = [:]
    for (ordinal, table) in tables.enumerated() where table != nil {
      views[ordinal].clear()
      stopTracking(ordinal)
    }
  }

  /// Base pointers may have become stale and data may have changed.
  func moved() {
    context.pointee.generation += 1
    dataVersion += 1
  }

  /// All accessors made so far become invalid for ever.
  public func invalidateAccessors() {
    if transaction != nil { cancelWrite() }
    cancelled.invalidateAll(upTo: context.pointee.generation)
    moved()
  }

  // MARK: - Clusters and rows

  /// The cluster as it is now: an overlay, the snapshot's, or an empty one. Complexity: O(1) once looked up.
  func cluster(_ table: TableDefinition, _ number: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    let view = views + table.ordinal
    if let known = view.pointee.cachedCluster(number) { return known }
    if let frozen {
      return try frozen.cluster(table.ordinal, number) { () throws(StoreError) in
        try storedCluster(table, number, in: shared) ?? emptyCluster
      }
    }
    let base = try storedCluster(table, number, in: shared) ?? emptyCluster
    view.pointee.setCluster(number, base)
    return base
  }

  /// A cluster of a snapshot, checked: no cell in it refers to anything outside it.
  func storedCluster(_ table: TableDefinition, _ number: Int, in shared: SharedSnapshot) throws(StoreError) -> UnsafeMutableRawPointer? {
    let key = table.clusterKey(number)
    if !shared.patched.isEmpty, let known = shared.patched[key] { return known.base }
    guard let base = try shared.snapshot.cluster(key) else { return nil }
    var fault = ClusterCheck.headerFault(base, table)
    // Bytes and cells are checked once: what comes later was written by a live process.
    if fault == nil, !checkedClusters[table.ordinal].contains(number) {
      if base.checksum(key) != base.storedChecksum { fault = .checksum }
      fault = fault ?? ClusterCheck.cellFault(base, table)
      if fault == nil { checkedClusters[table.ordinal].insert(number) }
    }
    if let fault { throw .damaged(path: engine.path, detail: "cluster \(number) of '\(table.entity.storedName)' \(fault)") }
    guard let patch = try shared.snapshot.value(.patches, integer: key) else { return base }
    guard let patched = PatchedCluster(table, number, stored: base, patch: patch) else {
      throw .damaged(
        path: engine.path, detail: "the patch of cluster \(number) of '\(table.entity.storedName)' is not valid")
    }
    shared.patched[key] = patched
    return patched.base
  }

  /// Where a row is now; nil when there is none with this key.
  public func locate(_ ordinal: Int, _ key: Int64) throws(StoreError) -> RowAccess? {
    let view = views + ordinal
    guard ordinal < context.pointee.tableCount, key >= 0, key < view.pointee.nextKey else { return nil }
    let number = Int(key >> Int64(view.pointee.shift))
    let base: UnsafeMutableRawPointer
    if let known = view.pointee.cachedCluster(number) {
      base = known
    } else {
      guard let table = tables[ordinal] else { return nil }
      base = try cluster(table, number)
    }
    let slot = Int(key) & (1 << view.pointee.shift - 1)
    guard slot < base.header(ClusterHeader.capacityOffset), base.isLive(slot) else { return nil }
    return RowAccess(
      base: base, columns: view.pointee.columns(at: base), context: context, generation: context.pointee.generation,
      writable: base.isOverlay ? context.pointee.writeGeneration : 0, slot: slot, key: key)
  }

  /// As `locate`, for a row that an accessor saw at `generation`: nil also when that accessor is invalid for ever.
  public func relocate(_ ordinal: Int, _ key: Int64, seenAt generation: UInt64) throws(StoreError) -> RowAccess? {
    if cancelled.invalidates(ordinal, key, seenAt: generation) { return nil }
    return try locate(ordinal, key)
  }

  // MARK: - Counters

  func readCounters() throws(StoreError) {
    counters = try Counters.read(shared.snapshot, path: engine.path)
    for (ordinal, table) in tables.enumerated() {
      guard let table else { continue }
      let entry = counters.entry(table.id) ?? Counters.Entry(table: table.id, nextKey: 0, liveCount: 0)
      views[ordinal].nextKey = entry.nextKey
      views[ordinal].liveCount = Int(entry.liveCount)
      views[ordinal].reserve(clusters: Int(entry.nextKey >> Int64(table.shift)) + 1)
    }
  }
}
