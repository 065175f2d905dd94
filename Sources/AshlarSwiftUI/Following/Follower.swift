import Ashlar

/// Follows a live value, and has a frozen copy of it for views: what a view reads stays the same until it is told to read again.
///
/// Invariant: `shown` is frozen where there is a token, and of the version of the last call.
@MainActor final class Follower<Value: _ViewValue> {
  private(set) var shown: Value
  /// Nil for what is not followed: unmanaged, gone, or of a Realm that is only read.
  private(set) var live: Value?
  private var token: NotificationToken?
  private let changed: () -> Void

  /// - Parameter changed: called before views are to read again.
  init(_ value: Value, _ keyPaths: [String]?, changed: @escaping () -> Void) {
    self.changed = changed
    shown = value
    if value.isInvalidated {
      shown = Value._blank() ?? value
      return
    }
    guard let realm = value.realm, let live = value.isFrozen ? value.thaw() : value, !live.isInvalidated else { return }
    self.live = live
    shown = live.freeze()
    // Neither of these can be observed; what a write changes is seen when views read next.
    if realm.configuration.readOnly || live.realm?.isInWriteTransaction == true { return }
    token = live._follow(keyPaths) { [weak self] in MainActor.assumeIsolated { self?.moved() } }
  }

  /// Whether it is told of changes.
  var isFollowing: Bool { token != nil }

  /// Whether the value should be followed and is not: it has come to a Realm, or was in a write that has ended.
  var isBehind: Bool {
    if token != nil { return false }
    let value = live ?? shown
    guard !value.isInvalidated, let realm = value.realm else { return false }
    return !realm.configuration.readOnly && !realm.isInWriteTransaction && !value.isFrozen
  }

  private func moved() {
    guard let live else { return }
    if live.isInvalidated {
      // The last copy stays readable, for views that are on their way out.
      self.live = nil
      token = nil
      return changed()
    }
    let copy = live.freeze()
    if copy.realm?._version == shown.realm?._version { return }
    changed()
    shown = copy
  }
}
