// A session before its first use, and a pool's between two bodies: it keeps no version, but what it knows of the last one. That stays right until
// the next commit, and most of it after that.
extension ReadSession {
  /// Whether no version is read: after `park` until `unpark`, and after `release` until `resume`.
  public final var readsNothing: Bool { isParked || isReleased }

  /// Lets go of the version read. All accessors made so far become invalid for ever. Nothing can be read before `unpark`.
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

  /// Reads the newest version after `park` or `release`. When it throws, the session is released, and this may be tried again. O(clusters changed), as
  /// `advance`.
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
  }
}
