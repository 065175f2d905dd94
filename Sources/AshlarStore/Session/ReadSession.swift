import AshlarSchema

/// The read state of one Realm instance: a snapshot, the directory of clusters, and the changes of its open write. `StoreSession` adds
/// writing. A session is confined to one thread at a time, like its Realm. A frozen session may be read by any number of threads: only its
/// cluster directory changes; see `FrozenState`.
///
/// Everything but `endOpenWrite` and `detectNextStores` is final, so that a call or a property access costs the same as in a final class.
///
/// Invariants: `views` has one entry for each entity ordinal below `tableCount`. Cluster pointers in the views belong to `shared` or to an
/// overlay of `openChanges`. Every change that can make a pointer stale increments the context's generation.
public class ReadSession {
  /// The columns that contain `AnyRealmValue`s, which may link to any table.
  final let anyLinks: [LinkColumn]
  /// The delete rules by entity ordinal; empty if no table has one. A frozen session has the rules that were known when it was frozen.
  @exclusivity(unchecked) final var deleteRules: [DeleteRules]
  /// The storage engine.
  public final let engine: any StorageEngine
  /// The tables by entity ordinal.
  public final let tables: [TableDefinition?]
  /// The state that accessors share.
  public final let context: UnsafeMutablePointer<AccessContext>
  // This is a pointer because accesses to an array would be checked for exclusivity. The checks would take a third of the time of an
  // insert, and could not fail, because the views are confined to one thread like the Realm.
  final let views: UnsafeMutablePointer<TableView>
  final let emptyCluster: UnsafeMutableRawPointer
  /// The state of a frozen session; nil in other sessions.
  final let frozen: FrozenState?
  final let tablesById: [UInt32: TableDefinition]
  /// The version read, which iterators may share.
  @exclusivity(unchecked) public internal(set) final var shared: SharedSnapshot
  /// The changes of the open write, which `StoreSession` retains; nil if no write is open. The reference is unmanaged so that reads do no
  /// reference counting.
  @exclusivity(unchecked) final var openChanges: Unmanaged<PendingChanges>?
  // The key cache of each table, by entity ordinal.
  final let keyCaches: UnsafeMutablePointer<KeyCache>
  // The clusters that have rows, by entity ordinal, for tables whose `TableView.isTracked` is set.
  @exclusivity(unchecked) final var liveClusters: [LiveClusters?]
  /// The number of clusters that scans, iterations and look-ups by position visited. It is not maintained in frozen sessions.
  @exclusivity(unchecked) public internal(set) final var visitedClusters = 0
  /// The number of searches in the indexes of columns. It is not maintained in frozen sessions.
  @exclusivity(unchecked) package internal(set) final var indexSearches = 0
  /// The number of blocks that were read in the order of an index. It is not maintained in frozen sessions.
  @exclusivity(unchecked) package internal(set) final var visitedPostings = 0
  /// The number of changed rows that look-ups within a write have read to compute changes of indexed values.
  @exclusivity(unchecked) package internal(set) final var visitedChanges = 0
  /// The number of searches in the backlink index. It is not maintained in frozen sessions.
  @exclusivity(unchecked) package internal(set) final var backlinkSearches = 0
  /// The number of times that the tables to which `AnyRealmValue`s link were read from the backlink index.
  @exclusivity(unchecked) package final var valueLinkSearches = 0
  /// The number of linking rows that were read from the backlink index. It is not maintained in frozen sessions.
  @exclusivity(unchecked) public internal(set) final var visitedSources = 0
  // The clusters whose cells were validated, by entity ordinal.
  @exclusivity(unchecked) final var checkedClusters: [NumberSet]
  /// The out-of-line values of the version read.
  public final let values: StoredValues
  /// The counters of the version read.
  @exclusivity(unchecked) final var counters = Counters()
  @exclusivity(unchecked) final var cancelled = CancelledWrites()
  // Other modules read this property through `dataVersion`, because `@exclusivity(unchecked)` has no effect there.
  @exclusivity(unchecked) private var storedDataVersion: UInt64 = 1
  /// A number that changes with every change of data that this session can read. A result computed from the data is valid until this number
  /// changes.
  public internal(set) final var dataVersion: UInt64 {
    get { storedDataVersion }
    set { storedDataVersion = newValue }
  }
  /// The `dataVersion` of each table's last change, by entity ordinal. It is not maintained while a write is open.
  @exclusivity(unchecked) final var changedAt: [UInt64] = []
  // The tables that `mayBeReachedFromValues` found, and the data version for which they were found; nil if none were.
  @exclusivity(unchecked) final var reachedFromValues: (tables: Set<Int>, version: UInt64)?
  /// The revision of the catalog that `tables` were last compared with; nil before the first comparison.
  @exclusivity(unchecked) final var catalogRevision: UInt64?
  /// The revision of the catalog that prevents this session from advancing, and the reason.
  @exclusivity(unchecked) final var outdating: (revision: UInt64, reason: CatalogError)?

  /// The holder of the snapshot while the session reads a version, for reports.
  final let holder: SnapshotHolder
  // The value of `isReleased`.
  @exclusivity(unchecked) final var hasLetGo = false
  // Whether the session is parked; see `park`.
  @exclusivity(unchecked) final var isParked = false

  /// Creates a session at the newest version and sets the tables of the context, which must outlive the session.
  /// - Parameter place: The source location at which the program opened the Realm, for reports of the holders of pinned versions.
  public init(
    engine: any StorageEngine, tables: [TableDefinition?], context: UnsafeMutablePointer<AccessContext>, place: String? = nil
  ) throws {
    self.engine = engine
    self.tables = tables
    self.context = context
    frozen = nil
    tablesById = Dictionary(tables.compactMap { table in table.map { ($0.id, $0) } }) { first, _ in first }
    anyLinks = tables.flatMap { $0?.links.filter(\.isAny) ?? [] }
    deleteRules = DeleteRules.of(tables)
    checkedClusters = [NumberSet](repeating: NumberSet(), count: tables.count)
    changedAt = [UInt64](repeating: 0, count: tables.count)
    liveClusters = [LiveClusters?](repeating: nil, count: tables.count)
    holder = SnapshotHolder(.realm, place: place)
    shared = SharedSnapshot(try engine.snapshot(for: holder))
    values = StoredValues(shared.snapshot, path: engine.path)
    emptyCluster = ReadSession.makeEmptyCluster(tables)
    keyCaches = ReadSession.makeKeyCaches(tables)
    views = ReadSession.makeViews(tables)
    joinContext()
    try readCounters()
    if counters.hasFurtherSums { try reachTrees() }
  }

  /// Creates a frozen session at the version that another session reads, without the changes of that session's open write. Any number of
  /// threads can read it, and it never moves to another version. Must be called on the thread that uses the other session.
  public init(freezing source: ReadSession, context: UnsafeMutablePointer<AccessContext>) throws {
    engine = source.engine
    tables = source.tables
    self.context = context
    tablesById = source.tablesById
    anyLinks = source.anyLinks
    deleteRules = source.deleteRules
    checkedClusters = source.checkedClusters
    changedAt = [UInt64](repeating: 0, count: tables.count)
    liveClusters = []
    holder = SnapshotHolder(.frozen, place: source.holder.place)
    source.shared.holderKind = .frozen
    // No thread may write to the transaction later.
    try source.shared.snapshot.readRoots()
    shared = SharedSnapshot(sharing: source.shared)
    values = StoredValues(shared.snapshot, path: engine.path, lock: ThreadLock())
    let counters = try Counters.read(shared.snapshot, path: engine.path)
    emptyCluster = ReadSession.makeEmptyCluster(tables)
    keyCaches = ReadSession.makeKeyCaches(tables)
    views = ReadSession.makeViews(tables)
    frozen = FrozenState(
      clusters: tables.map { table in
        guard let table, let entry = counters.entry(table.id) else { return 0 }
        return Int((entry.nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
      }, severalLayouts: tables.map { $0?.olderLayouts.isEmpty == false }, indexedColumns: tables.map { $0?.indexedColumns ?? [] },
      tupleIndexes: tables.map { $0?.tupleIndexes ?? [] })
    joinContext()
    try readCounters()
  }

  private func joinContext() {
    context.pointee.writeGeneration = AccessContext.noWrite
    context.pointee.tables = views
    context.pointee.values = Unmanaged.passUnretained(values)
    context.pointee.tableCount = tables.count
  }

  // Scans also read whole columns of the empty cluster, so it has room for the columns of each table.
  private static func makeEmptyCluster(_ tables: [TableDefinition?]) -> UnsafeMutableRawPointer {
    let size = tables.reduce(4096) { max($0, $1?.fixedSize8 ?? 0) }
    let made = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    made.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    Cluster(made).capacity = 8
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
    // From now on, the snapshot is reported as held by the objects that share it.
    if frozen == nil { shared.snapshot.setHolder(SnapshotHolder(shared.holderKind, place: holder.place)) }
    for ordinal in tables.indices { views[ordinal].free() }
    views.deallocate()
    emptyCluster.deallocate()
    keyCaches.deinitialize(count: tables.count)
    keyCaches.deallocate()
  }

  /// Cancels the open write. Does nothing in a session that only reads.
  func endOpenWrite() {}

  /// Makes the next store of every accessor take the slow path. Does nothing in a session that only reads.
  func detectNextStores() {}

  /// The changes of the open write; nil if no write is open.
  final var pending: PendingChanges? { openChanges?.takeUnretainedValue() }

  /// The version read.
  public final var version: UInt64 { shared.snapshot.version }

  /// Whether a write transaction is open.
  public final var isWriting: Bool { openChanges != nil }

  /// Returns the table with the given ordinal; nil if this session has no such table.
  public final func table(_ ordinal: Int) -> TableDefinition? { ordinal < tables.count ? tables[ordinal] : nil }

  /// Returns whether this session has a table with the given ordinal.
  public final func hasTable(_ ordinal: Int) -> Bool { ordinal < context.pointee.tableCount && views[ordinal].id != 0 }

  /// Returns the number of rows in a table.
  public final func count(_ ordinal: Int) -> Int { views[ordinal].liveCount }
}
