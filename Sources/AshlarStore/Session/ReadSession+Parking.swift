// A session is parked before its first use, and a pool's session also between two uses. A parked session pins no version, but keeps its
// cache of the last version that it read: all of the cache stays valid until the next commit, and most of it afterwards.
extension ReadSession {
  /// Whether the session reads no version: after `park` until `unpark`, and after `release` until `resume`.
  public final var readsNothing: Bool { isParked || isReleased }

  /// Cancels an open write, releases the version read, and invalidates all existing accessors permanently. Nothing can be read before
  /// `unpark`.
  public func park() {
    if isParked { return }
    endOpenWrite()
    cancelled.invalidateAll(upTo: context.pointee.generation)
    if frozen == nil, !isReleased, isAlone, shared.snapshot.park() {
      isParked = true
      stepped()
    } else {
      release()
    }
  }

  /// Reads the newest version after `park` or `release`. If it throws, the session is released, and `unpark` can be called again. O(changed
  /// clusters), as for `advance`.
  public func unpark() throws {
    guard isParked else { return try resume() }
    isParked = false
    let before = version
    do {
      guard try shared.snapshot.unpark() else { return }
      try requireUnderstanding(of: shared.snapshot)
      values.moved(to: shared.snapshot)
      try readCounters()
    } catch {
      release()
      throw error
    }
    forgetChanges(since: before)
    stepped()
    releaseFormer()
  }
}
