/// What keeps an observation going: keep it as long as you want to be told. Releasing it ends the observation, as `invalidate()` does.
///
/// It keeps what is observed and its Realm alive until the observation ends. It may be kept, released and invalidated anywhere.
public nonisolated final class NotificationToken: Sendable {
  let registration: Registration

  init(_ registration: Registration) { self.registration = registration }

  /// Of nothing: what was to be observed is gone, or the task was cancelled.
  package static func inert() -> NotificationToken {
    let registration = Registration()
    registration.end()
    return NotificationToken(registration)
  }

  deinit { registration.end() }

  /// Ends the observation: nothing is told any more. From elsewhere than where it is told, one call may still be running.
  /// - Returns: Whether it had not ended before.
  @discardableResult
  public func invalidate() -> Bool { registration.end() }
}
