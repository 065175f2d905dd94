/// Where a column lies in a cluster, in bytes from the cluster's base; in one of an older layout it may lie outside of it.
@frozen public struct ColumnOffset: Sendable, BitwiseCopyable {
  /// The first cell.
  public var offset: Int
  /// The first null flag; 0 when the column has none.
  public var null: Int

  /// Makes an offset pair.
  @inlinable public init(offset: Int, null: Int) {
    self.offset = offset
    self.null = null
  }
}
