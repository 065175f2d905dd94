public import AshlarSchema

/// A table as one Realm instance sees it now: a two-level directory of cluster bases, filled on demand from the snapshot
/// and overlaid with the open write's copies. On the C heap with all that look-ups and inserts need of the table, so that
/// they count no references.
///
/// Invariants: a page pointer is nil or points to `pageSize` entries; an entry is nil (not looked up yet, or no such
/// cluster) or a base that is valid for the context's current generation.
@frozen public struct TableView {
  /// Entries a page.
  @inlinable public static var pageSize: Int { 512 }

  /// First level, `pageCount` pointers.
  public var pages: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutableRawPointer?>?>
  /// The length of `pages`.
  public var pageCount: Int
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
  /// How columns lie, by ordinal.
  public var layouts: UnsafePointer<ColumnLayout>
  /// The first object key that was never given out.
  public var nextKey: Int64
  /// How many rows there are.
  public var liveCount: Int

  /// The offsets for the capacity in the header of the cluster at `base`.
  @inlinable @inline(__always)
  public func columns(at base: UnsafeMutableRawPointer) -> UnsafePointer<ColumnOffset> {
    let capacity = base.load(fromByteOffset: ClusterHeader.capacityOffset, as: UInt32.self)
    return capacity == 64 ? columns64 : capacity == 8 ? columns8 : columnsFull
  }

  /// The base of a cluster if it was looked up already.
  @inlinable @inline(__always)
  public func cachedCluster(_ number: Int) -> UnsafeMutableRawPointer? {
    let page = number >> 9
    guard page < pageCount, let entries = pages[page] else { return nil }
    return entries[number & 511]
  }
}
