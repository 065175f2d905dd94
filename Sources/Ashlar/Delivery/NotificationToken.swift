/// What keeps an observation going: keep it as long as you want to be told. Releasing it ends the observation, as `invalidate()` does.
///
/// It keeps what is observed and its Realm alive. It may be kept, released and invalidated anywhere.
public nonisolated final class NotificationToken: @unchecked Sendable {
  let observer: Observer
  // Which keeps the table.
  let core: _RealmCore

  init(_ observer: Observer, _ core: _RealmCore) {
    self.observer = observer
    self.core = core
  }

  deinit { invalidate() }

  /// Ends the observation: nothing is told any more. From elsewhere than where it is told, one call may still be running.
  /// - Returns: Whether it had not ended before.
  @discardableResult
  public func invalidate() -> Bool {
    guard observer.end() else { return false }
    core.observers?.ended()
    return true
  }
}
