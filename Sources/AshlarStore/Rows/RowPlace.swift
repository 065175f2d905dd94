/// The current location of a row, small enough for a function to return it in registers.
///
/// A `RowAccess` is returned through memory, with stores that are narrower than the loads which then copy it. The processor stalls such
/// loads, and therefore every use of the row, until the stores complete.
@frozen public struct RowPlace {
  /// The base of the cluster; nil if the row was not found.
  public let base: UnsafeMutableRawPointer?
  /// The offsets of the columns in the cluster at `base`, by ordinal.
  public let columns: UnsafePointer<ColumnOffset>
  /// The write generation, as in `RowAccess`.
  public let writable: UInt64
  /// The object key in the upper 56 bits, the row's position in the cluster in the lower 8.
  @usableFromInline let position: Int64

  /// The row's position in the cluster.
  @inlinable @inline(__always) public var slot: Int { Int(position & 255) }

  /// Creates the location of a row in the cluster at `base`.
  @inlinable @inline(__always)
  public init(
    _ base: UnsafeMutableRawPointer?, _ columns: UnsafePointer<ColumnOffset>, writable: UInt64 = 0, slot: Int = 0, key: Int64 = 0
  ) {
    self.base = base
    self.columns = columns
    self.writable = writable
    position = key << 8 | Int64(slot)
  }

  /// Creates the location of a row that was looked up in the context's current generation.
  @inlinable @inline(__always)
  public init(_ row: RowAccess) { self.init(row.base, row.columns, writable: row.writable, slot: row.slot, key: row.key) }

  /// Returns the row, looked up in the context's current generation; nil if the row does not exist.
  @inlinable @inline(__always)
  public func access(_ context: UnsafeMutablePointer<AccessContext>) -> RowAccess? {
    guard let base else { return nil }
    return RowAccess(
      base: base, columns: columns, context: context, generation: context.pointee.generation, writable: writable,
      slot: slot, key: position >> 8)
  }
}
