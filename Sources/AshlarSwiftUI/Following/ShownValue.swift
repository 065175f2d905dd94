import Ashlar

/// A value that a view was given or owns: managed or unmanaged, live or frozen.
@MainActor final class ShownValue<Value: _ViewValue> {
  private var value: Value
  private let keyPaths: [String]?
  private var follower: Follower<Value>?
  /// Called before views are to read again.
  var changed: () -> Void = {}

  init(_ value: Value, keyPaths: [String]? = nil) {
    self.value = value
    self.keyPaths = keyPaths
  }

  /// Begins to follow what is managed. Views call this before they read: an unmanaged object may have come to a Realm meanwhile.
  func resume() {
    if let follower, !follower.isBehind { return }
    follower = Follower(follower?.live ?? value, keyPaths) { [weak self] in self?.changed() }
  }

  /// What a view reads: frozen if it is managed.
  var shown: Value { follower?.shown ?? value }

  /// What is written to; the last copy when it is gone.
  var target: Value { follower?.live ?? follower?.shown ?? value }

  /// Shows another value.
  func replace(with other: Value) {
    changed()
    value = other
    follower = nil
    resume()
  }

  /// A binding was set. An unmanaged value that is assigned to itself has changed inside, which it tells nobody.
  func assign(_ other: Value) {
    if other as AnyObject !== shown as AnyObject { return replace(with: other) }
    touched()
  }

  /// Something was stored in the value; a managed one tells that itself.
  func touched() { if follower?.isFollowing != true { changed() } }
}
