import AshlarSchema

/// What one Realm instance reads of a store: a snapshot, the directory of clusters, and what its open write has changed.
/// `StoreSession` adds the writing. Confined to one thread at a time, as its Realm is. Any number of threads may read a frozen
/// session: nothing in it changes but the cluster directory, see `FrozenState`.
///
/// Everything but `endOpenWrite` is final, so that a call or an access of a property costs what it does in a final class.
///
/// Invariants: `views` has one entry for each entity ordinal below `tableCount`;
/// cluster pointers in the views belong to `shared` or to an overlay of `openChanges`; every change that can make one
/// stale increments the context's generation.
public class ReadSession {
  /// Columns of values of any type, which may link to any table.
  final let anyLinks: [LinkColumn]
  /// The engine.
  public final let engine: any StorageEngine
  /// Tables by entity ordinal.
  public final let tables: [TableDefinition?]
  /// What accessors share.
  public final let context: UnsafeMutablePointer<AccessContext>
  // Confined like the Realm, so that checking each access for exclusivity finds nothing and costs a third of an insert.
  final let views: UnsafeMutablePointer<TableView>
  final let emptyCluster: UnsafeMutableRawPointer
  /// Of frozen sessions.
  final let frozen: FrozenState?
  final let tablesById: [UInt32: TableDefinition]
  /// The version read, which iterators may share.
  @exclusivity(unchecked) public internal(set) final var shared: SharedSnapshot
  /// What the open write has changed; its owner keeps it alive. Unmanaged, so that reading retains nothing.
  @exclusivity(unchecked) final var openChanges: Unmanaged<PendingChanges>?
  // By entity ordinal.
  final let keyCaches: UnsafeMutablePointer<KeyCache>
  // By entity ordinal, where it was needed: which clusters have rows. `TableView.isTracked` says where.
  @exclusivity(unchecked) final var liveClusters: [LiveClusters?]
  /// How many clusters scans, iterations and look-ups by position visited. Frozen sessions do not count.
  @exclusivity(unchecked) public internal(set) final var visitedClusters = 0
  /// How many searches in the indexes of columns were made.
  @exclusivity(unchecked) package internal(set) final var indexSearches = 0
  /// How many rows that link to another were read from the index. Frozen sessions do not count.
  @exclusivity(unchecked) public internal(set) final var visitedSources = 0
  // By entity ordinal: clusters whose cells were checked.
  @exclusivity(unchecked) final var checkedClusters: [NumberSet]
  /// Long values, as of the version read.
  public final let values: StoredValues
  /// As of the version read.
  @exclusivity(unchecked) final var counters = Counters()
  @exclusivity(unchecked) final var cancelled = CancelledWrites()
  // Other modules read it through `dataVersion`: there the attribute does not count.
  @exclusivity(unchecked) private var storedDataVersion: UInt64 = 1
  /// Changes with every change of data that this session can see; what is computed from data is valid for one value.
  public internal(set) final var dataVersion: UInt64 {
    get { storedDataVersion }
    set { storedDataVersion = newValue }
  }
  /// By entity ordinal: from which `dataVersion` on a table is as it is. Not kept up while a write is open.
  @exclusivity(unchecked) final var changedAt: [UInt64] = []
  /// The revision of the catalog that `tables` were last compared with; nil before.
  @exclusivity(unchecked) final var catalogRevision: UInt64?
  /// The catalog that keeps this session at its version, and why.
  @exclusivity(unchecked) final var outdating: (revision: UInt64, reason: CatalogError)?

  /// Who the session is for, as long as it reads a version.
  final let holder: SnapshotHolder
  // See `isReleased`.
  @exclusivity(unchecked) final var hasLetGo = false
  // See `park`.
  @exclusivity(unchecked) final var isParked = false

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
  }

  /// A session at the version that another one reads, without the changes of its open write, for any number of threads. It
  /// never moves on. To be made where the other session is used.
  public init(freezing source: ReadSession, context: UnsafeMutablePointer<AccessContext>) throws {
    engine = source.engine
    tables = source.tables
    self.context = context
    tablesById = source.tablesById
    anyLinks = source.anyLinks
    checkedClusters = source.checkedClusters
    changedAt = [UInt64](repeating: 0, count: tables.count)
    liveClusters = []
    holder = SnapshotHolder(.frozen, place: source.holder.place)
    source.shared.holderKind = .frozen
    // LMDB reads a tree's root on first use, into memory of the transaction. Read now, nothing is written there later.
    for space in KeySpace.allCases { _ = try source.shared.snapshot.usage(space) }
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
      }, severalLayouts: tables.map { $0?.olderLayouts.isEmpty == false }, indexedColumns: tables.map { $0?.indexedColumns ?? [] })
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
    // From now on it is held by what shares it.
    if frozen == nil { shared.snapshot.setHolder(SnapshotHolder(shared.holderKind, place: holder.place)) }
    for ordinal in tables.indices { views[ordinal].free() }
    views.deallocate()
    emptyCluster.deallocate()
    keyCaches.deinitialize(count: tables.count)
    keyCaches.deallocate()
  }

  /// Cancels the open write. A session that only reads has none.
  func endOpenWrite() {}

  /// What the open write has changed.
  final var pending: PendingChanges? { openChanges?.takeUnretainedValue() }

  /// The version read.
  public final var version: UInt64 { shared.snapshot.version }

  /// Whether a write transaction is open.
  public final var isWriting: Bool { openChanges != nil }

  /// The table of an ordinal, when it belongs to this session.
  public final func table(_ ordinal: Int) -> TableDefinition? { ordinal < tables.count ? tables[ordinal] : nil }

  /// Whether the table of an ordinal belongs to this session.
  public final func hasTable(_ ordinal: Int) -> Bool { ordinal < context.pointee.tableCount && views[ordinal].id != 0 }

  /// How many rows a table has.
  public final func count(_ ordinal: Int) -> Int { views[ordinal].liveCount }
}
