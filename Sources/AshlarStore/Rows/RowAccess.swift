/// The row of an accessor: the location of its cells, and the generation in which they were located.
@frozen public struct RowAccess {
  /// The base of the cluster: in the memory map (read-only), in an overlay, or in an unmanaged object's block.
  public var base: UnsafeMutableRawPointer
  /// The cluster that contains the row.
  @inlinable @inline(__always) public var cluster: Cluster { Cluster(base) }
  /// The offsets of the columns in the cluster at `base`, by ordinal.
  public var columns: UnsafePointer<ColumnOffset>
  /// The context that the accessor belongs to.
  public var context: UnsafeMutablePointer<AccessContext>
  /// The context's generation when `base` was looked up.
  public var generation: UInt64
  /// The context's write generation when `base` became writable; 0 for a base in the memory map, and if the next write must take the slow
  /// path (see `AccessContext.foundGeneration`).
  public var writable: UInt64
  /// The row's position in the cluster.
  public var slot: Int
  /// The object key; -1 for unmanaged rows and for rows known to be deleted permanently.
  public var key: Int64

  /// Resolves the bytes of the row's slots.
  @inlinable @inline(__always) public var home: SlotHome { SlotHome(base: base, context: context) }

  /// Creates a row.
  @inlinable @inline(__always)
  public init(
    base: UnsafeMutableRawPointer, columns: UnsafePointer<ColumnOffset>, context: UnsafeMutablePointer<AccessContext>,
    generation: UInt64, writable: UInt64, slot: Int, key: Int64
  ) {
    self.base = base
    self.columns = columns
    self.context = context
    self.generation = generation
    self.writable = writable
    self.slot = slot
    self.key = key
  }
}
