import CAshlar

/// References of unmanaged objects whose release is pending on this thread.
///
/// Releasing the last reference to an object frees it, which releases the objects that it refers to. With one nested call for each object,
/// a long chain would overflow the stack. Therefore only the outermost call releases; nested calls append their references to its list.
struct PendingReleases {
  private var references: [Unmanaged<AnyObject>] = []

  /// Releases a retained object before the outermost call on this thread returns.
  static func release(_ address: UnsafeMutableRawPointer) {
    let reference = Unmanaged<AnyObject>.fromOpaque(address)
    if let outermost = ashlar_get_pending_releases() {
      return outermost.assumingMemoryBound(to: PendingReleases.self).pointee.references.append(reference)
    }
    var pending = PendingReleases()
    withUnsafeMutablePointer(to: &pending) { pending in
      ashlar_set_pending_releases(pending)
      reference.release()
      while let next = pending.pointee.references.popLast() { next.release() }
      assert(ashlar_get_pending_releases() == UnsafeMutableRawPointer(pending), "nested calls leave the outermost call in place")
      ashlar_set_pending_releases(nil)
    }
  }
}
