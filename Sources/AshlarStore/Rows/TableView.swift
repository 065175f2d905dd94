public import AshlarSchema
public import CAshlar

/// A table in the current state of one Realm instance: a two-level directory of cluster bases, filled on demand from the snapshot and
/// overlaid with the open write's copies. It is allocated on the C heap, along with everything that look-ups and inserts need of the table,
/// so that these operations do no reference counting.
///
/// Invariants: a page pointer is nil or points to `pageSize` entries. An entry is 0 (not looked up yet, or no such cluster) or a base that
/// is valid for the context's current generation, plus 1 if the cluster has full capacity and the newest layout and is not an overlay.
/// `older` has an entry for each base whose cluster has an older layout.
@frozen public struct TableView {
  /// The value of `keyColumn` for a primary key of several columns.
  static var compoundKey: Int { -2 }

  /// The number of entries per page.
  @inlinable public static var pageSize: Int { 512 }

  /// The first level, `pageCount` pointers.
  public var pages: UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>
  /// The length of `pages`.
  public var pageCount: Int
  /// For a table with several layouts, the column offsets of clusters with older layouts, in pages parallel to `pages`; otherwise nil.
  public var older: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>?>?
  /// The number of the newest layout.
  public var layout: UInt32
  /// log2 of the number of rows in a full cluster.
  public var shift: Int
  /// Column offsets at capacity 8.
  public var columns8: UnsafePointer<ColumnOffset>
  /// Column offsets at capacity 64.
  public var columns64: UnsafePointer<ColumnOffset>
  /// Column offsets at full capacity.
  public var columnsFull: UnsafePointer<ColumnOffset>
  /// The table's number in the file; 0 if the ordinal has no table.
  public var id: UInt32
  /// The ordinal of the primary key's column; -1 if there is no primary key, and `compoundKey` if it has several columns.
  public var keyColumn: Int
  /// The offset of the primary keys in a full cluster; 0 unless the primary key has one column.
  public var keyOffset: Int
  /// Whether primary keys have the most common form: eight bytes that are never null.
  public var hasPlainKeys: Bool
  /// The layouts of the columns, by ordinal.
  public var layouts: UnsafePointer<ColumnLayout>
  /// The positions in full clusters of the header, the liveness bitmap and the cells of the prefetched columns: the offset in the low half,
  /// the width in the high half.
  public var prefetchedCells: UnsafePointer<UInt64>
  /// The length of `prefetchedCells`.
  public var prefetchedCount: Int
  /// The offset in full clusters of the cells of the first text column among the prefetched columns; 0 if none of these contains text.
  public var prefetchedText: Int
  /// The offset of the heap in a full cluster.
  public var heapOffset: Int
  /// The lowest object key that has never been assigned.
  public var nextKey: Int64
  /// The number of rows.
  public var liveCount: Int
  /// Whether the session tracks which clusters have rows and must be notified of changes.
  public var isTracked = false

  /// Returns the column offsets of the cluster at `base`, determined by the layout and the capacity in its header.
  @inlinable @inline(__always)
  public func columns(at base: UnsafeMutableRawPointer, _ number: Int) -> UnsafePointer<ColumnOffset> {
    let header = base.load(as: UInt64.self)
    if _slowPath(UInt32(truncatingIfNeeded: header) != layout), let columns = TableView.columns(in: older, number, header) {
      return columns
    }
    let capacity = header >> 32
    return capacity == 64 ? columns64 : capacity == 8 ? columns8 : columnsFull
  }

  // Returns nil for the empty cluster, which has no layout. It is static because a call of a method would copy the view.
  @inline(never) @usableFromInline
  static func columns(
    in older: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>?>?, _ number: Int, _ header: UInt64
  ) -> UnsafePointer<ColumnOffset>? {
    UInt32(truncatingIfNeeded: header) == 0 ? nil : older?[number >> 9]?[number & 511]
  }

  /// Returns the base of a cluster; nil if it has not been looked up.
  @inlinable @inline(__always)
  public func cachedCluster(_ number: Int) -> UnsafeMutableRawPointer? { TableView.base(entry(number)) }

  /// Returns the entry of a cluster; 0 if it has not been looked up.
  @inlinable @inline(__always)
  public func entry(_ number: Int) -> UInt {
    let page = number >> 9
    guard UInt(bitPattern: page) < UInt(bitPattern: pageCount), let entries = pages[page] else { return 0 }
    return entries[number & 511]
  }

  /// Returns the cluster's base that an entry contains; nil for an entry of 0.
  @inlinable @inline(__always)
  public static func base(_ entry: UInt) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: entry & ~1) }

  /// Returns whether the entry suffices to locate a row without reading the cluster's header, which is likely to be a cache miss.
  @inlinable @inline(__always)
  public static func isPlain(_ entry: UInt) -> Bool { entry & 1 != 0 }

  /// Returns the location of the row with a key. Its `base` is nil if the row does not exist or its cluster has not been looked up.
  /// `writing` is the context's `foundGeneration`. It is static because a call of a method that is not inlined would copy the view.
  @inlinable @inline(__always)
  public static func place(of key: Int64, in view: UnsafeMutablePointer<TableView>, writing: UInt64) -> RowPlace {
    let entry = view.pointee.entry(view.pointee.number(of: key))
    guard let base = TableView.base(entry) else { return RowPlace(nil, view.pointee.columnsFull) }
    let slot = view.pointee.slot(of: key)
    if TableView.isPlain(entry) {
      assert(Cluster(base).capacity == 1 << view.pointee.shift && !Cluster(base).isOverlay, "an entry is valid for the generation")
      // This is a branch, because the next reads of the row would wait for the operands of a conditional select.
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
    prefetch(key, at: base)
  }

  @inlinable @inline(__always)
  func prefetch(_ key: Int64, at base: UnsafeMutableRawPointer) {
    ashlar_prefetch_row(base, prefetchedCells, prefetchedCount, slot(of: key))
  }

  /// Prefetches the text of a row whose cells were prefetched earlier.
  @inlinable @inline(__always)
  public func prefetchText(_ key: Int64) { prefetchText(key, entry(number(of: key))) }

  @inlinable @inline(__always)
  func prefetchText(_ key: Int64, _ entry: UInt) {
    guard prefetchedText != 0, TableView.isPlain(entry), let base = TableView.base(entry) else { return }
    let text = Slot(at: base + prefetchedText + slot(of: key) * Slot.size)
    if text.tag == Slot.heapTag { ashlar_prefetch(base + heapOffset + text.heapOffset) }
  }

  /// Returns the number of the cluster that contains a row.
  @inlinable @inline(__always)
  public func number(of key: Int64) -> Int { Int(truncatingIfNeeded: key &>> Int64(truncatingIfNeeded: shift)) }

  /// Returns the position of a row in its cluster.
  @inlinable @inline(__always)
  public func slot(of key: Int64) -> Int { Int(truncatingIfNeeded: key) & (1 &<< shift &- 1) }
}
