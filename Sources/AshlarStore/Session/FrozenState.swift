import AshlarSchema
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The additional state of a session that several threads read: a directory of clusters with atomic entries.
///
/// Invariants: an entry is 0 (not looked up yet) or the base of a cluster, which stays valid as long as the session exists, plus 1 if the
/// cluster has full capacity and the newest layout, as in `TableView`. It is stored under `lock` and never changes again. The session's own
/// directory stays empty, so that every look-up uses this one.
final class FrozenState {
  /// The lock that is held while a cluster is looked up and validated.
  let lock = ThreadLock()
  /// The columns that had an index when the version was frozen, by entity ordinal.
  let indexedColumns: [[Int]]
  /// The indexes of several columns when the version was frozen, by entity ordinal.
  let tupleIndexes: [[IndexDefinition]]
  private let directories: [UnsafeMutablePointer<Atomic<UInt>>?]
  // The columns of clusters with older layouts, parallel to `directories` and stored before the entry of the cluster. Nil for tables with
  // one layout.
  private let older: [UnsafeMutablePointer<Atomic<UInt>>?]
  // Two entries for each entity ordinal, each 0 or a retained `LiveClusters`. The objects of the first half contain no row counts; those of
  // the second half do. All are immutable once stored.
  private let liveClusters: UnsafeMutablePointer<Atomic<UInt>>
  private let counts: [Int]

  /// - Parameters:
  ///   - clusters: The maximum number of clusters in each table, by entity ordinal.
  ///   - severalLayouts: Whether a table's clusters may have older layouts, by entity ordinal.
  ///   - indexedColumns: The columns that have an index, by entity ordinal.
  ///   - tupleIndexes: The indexes of several columns, by entity ordinal.
  init(clusters: [Int], severalLayouts: [Bool], indexedColumns: [[Int]], tupleIndexes: [[IndexDefinition]]) {
    self.indexedColumns = indexedColumns
    self.tupleIndexes = tupleIndexes
    counts = clusters
    liveClusters = .allocate(capacity: max(1, clusters.count * 2))
    for index in 0..<clusters.count * 2 { (liveClusters + index).initialize(to: Atomic(0)) }
    // `calloc` lets the system zero each page when it is first touched.
    func directory(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt>>? {
      count == 0 ? nil : calloc(count, MemoryLayout<Atomic<UInt>>.stride)?.bindMemory(to: Atomic<UInt>.self, capacity: count)
    }
    directories = clusters.map { directory($0) }
    older = zip(clusters, severalLayouts).map { directory($1 ? $0 : 0) }
  }

  deinit {
    for directory in directories + older { free(directory) }
    for index in 0..<counts.count * 2 {
      let known = (liveClusters + index).pointee.load(ordering: .acquiring)
      if let made = UnsafeRawPointer(bitPattern: known) { Unmanaged<LiveClusters>.fromOpaque(made).release() }
    }
    liveClusters.deallocate()
  }

  /// Returns the clusters that have rows, with their row counts if `counted`. Calls `make` on first use.
  func liveClusters(
    _ ordinal: Int, counted: Bool, make: () throws(StoreError) -> LiveClusters
  ) throws(StoreError) -> LiveClusters {
    let entry = liveClusters + (counted ? counts.count + ordinal : ordinal)
    func known() -> LiveClusters? {
      UnsafeRawPointer(bitPattern: entry.pointee.load(ordering: .acquiring)).map {
        Unmanaged<LiveClusters>.fromOpaque($0).takeUnretainedValue()
      }
    }
    if let known = known() { return known }
    return try lock.withLock { () throws(StoreError) in
      if let known = known() { return known }
      let made = try make()
      // The cached list is computed now, because the object must not change once other threads can read it.
      _ = made.numbers
      assert(made.outdated.isEmpty && made.hasCounts == counted, "what other threads read is complete before it is published")
      entry.pointee.store(UInt(bitPattern: Unmanaged.passRetained(made).toOpaque()), ordering: .releasing)
      return made
    }
  }

  /// Returns the columns of a cluster that was looked up and has an older layout; nil for other clusters.
  func olderColumns(_ ordinal: Int, _ number: Int) -> UnsafePointer<ColumnOffset>? {
    guard number < counts[ordinal], let older = older[ordinal] else { return nil }
    return UnsafePointer(bitPattern: (older + number).pointee.load(ordering: .acquiring))
  }

  /// Returns the directory of a table; nil if the table has never had rows.
  func clusters(_ ordinal: Int, _ view: UnsafeMutablePointer<TableView>) -> FrozenClusters? {
    directories[ordinal].map { FrozenClusters($0, count: counts[ordinal], view) }
  }

  /// Returns the base of a cluster. On first use, `find` looks it up, along with its columns if it has an older layout, and returns whether
  /// the cluster has full capacity and the newest layout.
  func cluster(
    _ ordinal: Int, _ number: Int,
    find: () throws(StoreError) -> (base: UnsafeMutableRawPointer, columns: UnsafePointer<ColumnOffset>?, isPlain: Bool)
  ) throws(StoreError) -> UnsafeMutableRawPointer {
    guard number < counts[ordinal], let directory = directories[ordinal] else { return try lock.withLock(find).base }
    let entry = directory + number
    if let known = TableView.base(entry.pointee.load(ordering: .acquiring)) { return known }
    return try lock.withLock { () throws(StoreError) in
      // Another thread may have stored the entry first: each cluster has exactly one base.
      if let known = TableView.base(entry.pointee.load(ordering: .acquiring)) { return known }
      let (found, columns, isPlain) = try find()
      assert(UInt(bitPattern: found) & 7 == 0, "an entry is the base of a cluster")
      if let columns, let older = older[ordinal] { (older + number).pointee.store(UInt(bitPattern: columns), ordering: .releasing) }
      entry.pointee.store(UInt(bitPattern: found) | (isPlain ? 1 : 0), ordering: .releasing)
      return found
    }
  }
}
