/// Where a column lies in clusters of one capacity, in bytes from the cluster's base.
@frozen public struct ColumnOffset: Sendable, BitwiseCopyable {
  /// The first cell.
  public var offset: UInt32
  /// The first null flag; 0 when the column has none.
  public var null: UInt32

  /// Makes an offset pair.
  @inlinable public init(offset: UInt32, null: UInt32) {
    self.offset = offset
    self.null = null
  }
}
