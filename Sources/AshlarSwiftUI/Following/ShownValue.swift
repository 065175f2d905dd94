import Ashlar

/// A value that was passed to a view or that the view owns: managed or unmanaged, live or frozen.
@MainActor final class ShownValue<Value: _ViewValue> {
  private var value: Value
  private let keyPaths: [String]?
  private var follower: Follower<Value>?
  /// Called before views have to read the value again.
  var changed: () -> Void = {}

  init(_ value: Value, keyPaths: [String]? = nil) {
    self.value = value
    self.keyPaths = keyPaths
    FailedWrites.shared.add(self)
  }

  /// Starts observing a managed value. Views call this before they read: an unmanaged object may have been added to a Realm in the
  /// meantime.
  func resume() {
    if let follower, !follower.isBehind { return }
    follower = Follower(follower?.live ?? value, keyPaths) { [weak self] in self?.changed() }
  }

  /// The value that a view reads: frozen if it is managed.
  var shown: Value { follower?.shown ?? value }

  /// The value to which bindings write: the live or unmanaged value, or the last copy if the value has been deleted.
  var target: Value { follower?.live ?? follower?.shown ?? value }

  /// Replaces the value that views show.
  func replace(with other: Value) {
    changed()
    value = other
    follower = nil
    resume()
  }

  /// Called when a binding is set. An unmanaged value sends no notifications, so assigning it to itself means that its contents have
  /// changed.
  func assign(_ other: Value) {
    if other as AnyObject !== shown as AnyObject { return replace(with: other) }
    touched()
  }

  /// Called after a change of the value's contents. A managed value notifies its observers itself.
  func touched() { if follower?.isFollowing != true { changed() } }
}

extension ShownValue: ShownToViews {
  func writeFailed() { changed() }
}
