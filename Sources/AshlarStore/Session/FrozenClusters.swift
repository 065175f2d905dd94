import Synchronization

/// The clusters of one table of a frozen session, for look-ups that acquire no lock and perform no reference counting.
///
/// Any number of threads may use an instance, as long as the session exists and its context has the generation at which the instance was
/// created: an entry is set once, and the table's view never changes in a frozen session.
public struct FrozenClusters: @unchecked Sendable {
  private let entries: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int
  private let view: UnsafeMutablePointer<TableView>

  init(_ entries: UnsafeMutablePointer<Atomic<UInt>>, count: Int, _ view: UnsafeMutablePointer<TableView>) {
    (self.entries, self.count, self.view) = (entries, count, view)
  }

  // Returns the entry of a row's cluster, as in `TableView`; 0 if the cluster has not been looked up.
  @inline(__always) private func entry(_ key: Int64) -> UInt {
    let number = view.pointee.number(of: key)
    guard UInt(bitPattern: number) < UInt(bitPattern: count) else { return 0 }
    return (entries + number).pointee.load(ordering: .acquiring)
  }

  /// Returns the location of the row with a key. Its `base` is nil if the row does not exist, if its cluster has not been looked up, or if
  /// the cluster has an older layout.
  public func place(of key: Int64) -> RowPlace {
    let entry = entry(key)
    let columns = view.pointee.columnsFull
    guard let base = TableView.base(entry) else { return RowPlace(nil, columns) }
    let slot = view.pointee.slot(of: key)
    let cluster = Cluster(base)
    assert(!cluster.isOverlay, "a frozen session has no write")
    if TableView.isPlain(entry) {
      assert(cluster.capacity == 1 << view.pointee.shift && cluster.layout == view.pointee.layout, "a plain cluster is full and not old")
      // This is a branch, because the next reads of the row would wait for the operands of a conditional select.
      guard _fastPath(cluster.isLive(slot)) else { return RowPlace(nil, columns) }
      return RowPlace(base, columns, slot: slot, key: key)
    }
    guard slot < cluster.capacity, cluster.isLive(slot), cluster.layout == view.pointee.layout else { return RowPlace(nil, columns) }
    return RowPlace(base, view.pointee.columns(at: base, view.pointee.number(of: key)), slot: slot, key: key)
  }

  /// Prefetches a row that will be read soon.
  public func prefetch(_ key: Int64) {
    guard let base = TableView.base(entry(key)) else { return }
    view.pointee.prefetch(key, at: base)
  }

  /// Prefetches the text of a row whose cells were prefetched earlier.
  public func prefetchText(_ key: Int64) { view.pointee.prefetchText(key, entry(key)) }
}

extension ReadSession {
  /// Returns the clusters of a table of a frozen session; nil in other sessions, or if the table has never had rows.
  public func frozenClusters(_ ordinal: Int) -> FrozenClusters? {
    guard let frozen, ordinal >= 0, ordinal < context.pointee.tableCount else { return nil }
    return frozen.clusters(ordinal, views + ordinal)
  }
}
