import CAshlar

/// References that unmanaged objects held and whose release is pending on this thread.
///
/// The last reference to an object frees it, and that releases what it refers to. One call within another for each object of a chain would
/// overflow the stack; only the outermost call releases, therefore, and the ones within it leave their references to it.
struct PendingReleases {
  private var references: [Unmanaged<AnyObject>] = []

  /// Releases a retained object before the outermost call of this thread returns.
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
      ashlar_set_pending_releases(nil)
    }
  }
}
