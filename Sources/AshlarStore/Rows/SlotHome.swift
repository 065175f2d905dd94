/// Where the bytes of slots lie that are not in the slot: the heap of the cluster at `base`, and the values of the file.
@frozen public struct SlotHome {
  /// The cluster's base.
  public var base: UnsafeMutableRawPointer
  /// What leads to the values.
  public var context: UnsafeMutablePointer<AccessContext>

  /// Names a cluster and its context.
  @inlinable @inline(__always)
  public init(base: UnsafeMutableRawPointer, context: UnsafeMutablePointer<AccessContext>) {
    self.base = base
    self.context = context
  }
}

extension Slot {
  /// The bytes of the slot in `cell`; empty for null. Valid as long as the row is.
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
