/// Where a row is now, in as many words as a function returns in registers.
///
/// A `RowAccess` comes back through memory, in stores that are narrower than the loads that copy it on: a processor lets such loads wait
/// until the stores are done, and with them all that is known of the row.
@frozen public struct RowPlace {
  /// The cluster; nil when there is no row.
  public let base: UnsafeMutableRawPointer?
  /// By column ordinal, for the capacity of the cluster at `base`.
  public let columns: UnsafePointer<ColumnOffset>
  /// As in `RowAccess`.
  public let writable: UInt64
  /// The object key in the upper 56 bits, the row in the cluster in the lower 8.
  @usableFromInline let position: Int64

  /// The row in the cluster.
  @inlinable @inline(__always) public var slot: Int { Int(position & 255) }

  /// The place of a row of the cluster at `base`.
  @inlinable @inline(__always)
  public init(
    _ base: UnsafeMutableRawPointer?, _ columns: UnsafePointer<ColumnOffset>, writable: UInt64 = 0, slot: Int = 0, key: Int64 = 0
  ) {
    self.base = base
    self.columns = columns
    self.writable = writable
    position = key << 8 | Int64(slot)
  }

  /// Of a row that was found with the context's current generation.
  @inlinable @inline(__always)
  public init(_ row: RowAccess) { self.init(row.base, row.columns, writable: row.writable, slot: row.slot, key: row.key) }

  /// The row, found with the context's current generation; nil when there is none.
  @inlinable @inline(__always)
  public func access(_ context: UnsafeMutablePointer<AccessContext>) -> RowAccess? {
    guard let base else { return nil }
    return RowAccess(
      base: base, columns: columns, context: context, generation: context.pointee.generation, writable: writable,
      slot: slot, key: position >> 8)
  }
}
