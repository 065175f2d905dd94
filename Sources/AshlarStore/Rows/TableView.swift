public import AshlarSchema
public import CAshlar

/// A table as one Realm instance sees it now: a two-level directory of cluster bases, filled on demand from the snapshot
/// and overlaid with the open write's copies. On the C heap with all that look-ups and inserts need of the table, so that
/// they count no references.
///
/// Invariants: a page pointer is nil or points to `pageSize` entries; an entry is 0 (not looked up yet, or no such
/// cluster) or a base that is valid for the context's current generation, plus 1 when it is of full capacity, of the newest layout
/// and no overlay. `older` has an entry for each entry whose base is of an older layout.
@frozen public struct TableView {
  /// Entries a page.
  @inlinable public static var pageSize: Int { 512 }

  /// First level, `pageCount` pointers.
  public var pages: UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>
  /// The length of `pages`.
  public var pageCount: Int
  /// Of a table with several layouts, pages as in `pages`: the columns of clusters of older ones. Else nil.
  public var older: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>?>?
  /// The number of the newest layout.
  public var layout: UInt32
  /// log2 of the rows of a full cluster.
  public var shift: Int
  /// Column offsets at capacity 8.
  public var columns8: UnsafePointer<ColumnOffset>
  /// Column offsets at capacity 64.
  public var columns64: UnsafePointer<ColumnOffset>
  /// Column offsets at full capacity.
  public var columnsFull: UnsafePointer<ColumnOffset>
  /// The table's number in the file; 0 where there is no table of the ordinal.
  public var id: UInt32
  /// Column ordinal of the primary key; -1 when there is none.
  public var keyColumn: Int
  /// Where the primary keys of a full cluster begin; 0 when there are none.
  public var keyOffset: Int
  /// Whether primary keys are the usual ones: eight bytes that are never null.
  public var hasPlainKeys: Bool
  /// How columns lie, by ordinal.
  public var layouts: UnsafePointer<ColumnLayout>
  /// Where header, liveness and the cells of the first columns lie in full clusters, for `prefetch`: the offset in the low half, the width in
  /// the high one.
  public var prefetchedCells: UnsafePointer<UInt64>
  /// How many `prefetchedCells` there are.
  public var prefetchedCount: Int
  /// Where the cells of the first column with text lie in full clusters; 0 when it is not among the first columns.
  public var prefetchedText: Int
  /// Where the heap of a full cluster begins.
  public var heapOffset: Int
  /// The first object key that was never given out.
  public var nextKey: Int64
  /// How many rows there are.
  public var liveCount: Int
  /// Whether the session knows which clusters have rows, and has to be told of changes.
  public var isTracked = false

  /// The offsets of the cluster at `base`, by the layout and the capacity in its header.
  @inlinable @inline(__always)
  public func columns(at base: UnsafeMutableRawPointer, _ number: Int) -> UnsafePointer<ColumnOffset> {
    let header = base.load(as: UInt64.self)
    if _slowPath(UInt32(truncatingIfNeeded: header) != layout), let columns = TableView.columns(in: older, number, header) {
      return columns
    }
    let capacity = header >> 32
    return capacity == 64 ? columns64 : capacity == 8 ? columns8 : columnsFull
  }

  // Nil of the empty cluster, which is of no layout. Not a method of the view, which would be copied for the call.
  @inline(never) @usableFromInline
  static func columns(
    in older: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>?>?, _ number: Int, _ header: UInt64
  ) -> UnsafePointer<ColumnOffset>? {
    UInt32(truncatingIfNeeded: header) == 0 ? nil : older?[number >> 9]?[number & 511]
  }

  /// The base of a cluster if it was looked up already.
  @inlinable @inline(__always)
  public func cachedCluster(_ number: Int) -> UnsafeMutableRawPointer? { TableView.base(entry(number)) }

  /// The entry of a cluster; 0 when it was not looked up.
  @inlinable @inline(__always)
  public func entry(_ number: Int) -> UInt {
    let page = number >> 9
    guard UInt(bitPattern: page) < UInt(bitPattern: pageCount), let entries = pages[page] else { return 0 }
    return entries[number & 511]
  }

  /// The base in an entry.
  @inlinable @inline(__always)
  public static func base(_ entry: UInt) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: entry & ~1) }

  /// Whether an entry tells all of its cluster's header that finding a row needs: memory that is far away then.
  @inlinable @inline(__always)
  public static func isPlain(_ entry: UInt) -> Bool { entry & 1 != 0 }

  /// Where the row with a key is, when it is there and its cluster was looked up already. `writing` is the context's
  /// `foundGeneration`. Not a method of the view, which is copied where that is not inlined.
  @inlinable @inline(__always)
  public static func place(of key: Int64, in view: UnsafeMutablePointer<TableView>, writing: UInt64) -> RowPlace {
    let entry = view.pointee.entry(view.pointee.number(of: key))
    guard let base = TableView.base(entry) else { return RowPlace(nil, view.pointee.columnsFull) }
    let slot = view.pointee.slot(of: key)
    if TableView.isPlain(entry) {
      // A jump: what is read of the row next would wait for a selection.
      guard _fastPath(Cluster(base).isLive(slot)) else { return RowPlace(nil, view.pointee.columnsFull) }
      return RowPlace(base, view.pointee.columnsFull, slot: slot, key: key)
    }
    guard slot < Cluster(base).capacity, Cluster(base).isLive(slot) else { return RowPlace(nil, view.pointee.columnsFull) }
    return RowPlace(
      base, view.pointee.columns(at: base, view.pointee.number(of: key)), writable: Cluster(base).isOverlay ? writing : 0, slot: slot,
      key: key)
  }

  /// Prefetches a row that will be read soon.
  @inlinable @inline(__always)
  public func prefetch(_ key: Int64) {
    guard let base = cachedCluster(number(of: key)) else { return }
    ashlar_prefetch_row(base, prefetchedCells, prefetchedCount, slot(of: key))
  }

  /// Prefetches the text of a row whose cells were prefetched some time ago.
  @inlinable @inline(__always)
  public func prefetchText(_ key: Int64) {
    let entry = entry(number(of: key))
    guard prefetchedText != 0, TableView.isPlain(entry), let base = TableView.base(entry) else { return }
    let text = Slot(at: base + prefetchedText + slot(of: key) * Slot.size)
    if text.tag == Slot.heapTag { ashlar_prefetch(base + heapOffset + text.heapOffset) }
  }

  /// The cluster of a row.
  @inlinable @inline(__always)
  public func number(of key: Int64) -> Int { Int(truncatingIfNeeded: key &>> Int64(truncatingIfNeeded: shift)) }

  /// The row in its cluster.
  @inlinable @inline(__always)
  public func slot(of key: Int64) -> Int { Int(truncatingIfNeeded: key) & (1 &<< shift &- 1) }
}
