/// The offsets of a column in bytes from the cluster's base. If a cluster has an older layout, a column may be outside the cluster.
@frozen public struct ColumnOffset: Sendable, BitwiseCopyable {
  /// The offset of the first cell.
  public var offset: Int
  /// The offset of the first null flag; 0 if the column has no null flags.
  public var null: Int

  /// Creates a pair of offsets.
  @inlinable public init(offset: Int, null: Int) {
    self.offset = offset
    self.null = null
  }
}
