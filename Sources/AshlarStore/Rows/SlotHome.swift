/// Resolves bytes that are outside of their slot: in the heap of the cluster at `base`, or among the values of the file.
@frozen public struct SlotHome {
  /// The base of the cluster.
  public var base: UnsafeMutableRawPointer
  /// The context that refers to the values.
  public var context: UnsafeMutablePointer<AccessContext>

  /// Creates a home from a cluster and its context.
  @inlinable @inline(__always)
  public init(base: UnsafeMutableRawPointer, context: UnsafeMutablePointer<AccessContext>) {
    self.base = base
    self.context = context
  }
}

extension Slot {
  /// Returns the bytes of the slot in `cell`; empty for null, or if an out-of-line value cannot be read. The bytes are valid as long as the
  /// row is.
  @inlinable @inline(__always)
  public static func bytes(at cell: UnsafeRawPointer, in home: SlotHome) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    if slot.tag == valueTag { return slot.stored(home.context) }
    return bytesNearby(at: cell, in: home.base)
  }

  @inline(never) @usableFromInline
  func stored(_ context: UnsafeMutablePointer<AccessContext>) -> UnsafeRawBufferPointer {
    context.pointee.values?.takeUnretainedValue().found(self) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }
}
