import AshlarSchema
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a session that several threads read has besides: a directory of clusters whose entries are stored atomically.
///
/// Invariants: an entry is 0 (not looked up yet) or the base of a cluster, which is good as long as the session; it is stored
/// under `lock` and never changes again. The session's own directory stays empty, so that every look-up comes here.
final class FrozenState {
  /// Held while a cluster is looked up and checked.
  let lock = ThreadLock()
  /// Columns that had an index when the version was frozen, by entity ordinal.
  let indexedColumns: [[Int]]
  private let directories: [UnsafeMutablePointer<Atomic<UInt>>?]
  // As `directories`: the columns of clusters of older layouts, stored before the entry of the cluster. Nil for tables of one layout.
  private let older: [UnsafeMutablePointer<Atomic<UInt>>?]
  // By entity ordinal, 0 or a `LiveClusters` that is kept: first those that say which clusters have rows, then those that count them.
  // They never change once they are there.
  private let liveClusters: UnsafeMutablePointer<Atomic<UInt>>
  private let counts: [Int]

  /// - Parameters:
  ///   - clusters: how many clusters each table may have, by entity ordinal.
  ///   - severalLayouts: whether some of them may be of older layouts.
  init(clusters: [Int], severalLayouts: [Bool], indexedColumns: [[Int]]) {
    self.indexedColumns = indexedColumns
    counts = clusters
    liveClusters = .allocate(capacity: max(1, clusters.count * 2))
    for index in 0..<clusters.count * 2 { (liveClusters + index).initialize(to: Atomic(0)) }
    // Zeroed by the system, a page at a time when it is touched.
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

  /// Which clusters have rows, and if wanted how many; made by `make` the first time.
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
      // Listed now: nothing may change once others see it.
      _ = made.numbers
      entry.pointee.store(UInt(bitPattern: Unmanaged.passRetained(made).toOpaque()), ordering: .releasing)
      return made
    }
  }

  /// The columns of a cluster that was looked up and is of an older layout.
  func olderColumns(_ ordinal: Int, _ number: Int) -> UnsafePointer<ColumnOffset>? {
    guard number < counts[ordinal], let older = older[ordinal] else { return nil }
    return UnsafePointer(bitPattern: (older + number).pointee.load(ordering: .acquiring))
  }

  /// The base of a cluster; looked up by `find` the first time, with its columns where they are those of an older layout.
  func cluster(
    _ ordinal: Int, _ number: Int, find: () throws(StoreError) -> (UnsafeMutableRawPointer, UnsafePointer<ColumnOffset>?)
  ) throws(StoreError) -> UnsafeMutableRawPointer {
    guard number < counts[ordinal], let directory = directories[ordinal] else { return try lock.withLock(find).0 }
    let entry = directory + number
    if let known = UnsafeMutableRawPointer(bitPattern: entry.pointee.load(ordering: .acquiring)) { return known }
    return try lock.withLock { () throws(StoreError) in
      // Another thread may have come first: each cluster has one base.
      if let known = UnsafeMutableRawPointer(bitPattern: entry.pointee.load(ordering: .acquiring)) { return known }
      let (found, columns) = try find()
      if let columns, let older = older[ordinal] { (older + number).pointee.store(UInt(bitPattern: columns), ordering: .releasing) }
      entry.pointee.store(UInt(bitPattern: found), ordering: .releasing)
      return found
    }
  }
}
