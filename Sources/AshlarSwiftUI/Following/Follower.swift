import Ashlar

/// Observes a live value and stores a frozen copy for views. The copy does not change until the views are notified.
///
/// Invariant: while a token exists, `shown` is frozen at the version of the last notification.
@MainActor final class Follower<Value: _ViewValue> {
  private(set) var shown: Value
  /// The live value; nil if the value is unmanaged or has been deleted.
  private(set) var live: Value?
  private var token: NotificationToken?
  private let changed: () -> Void

  /// - Parameter changed: Called before views have to read the value again.
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
    // A read-only Realm and a Realm within a write transaction cannot be observed; views reflect a change when they next read the value.
    if realm.configuration.readOnly || live.realm?.isInWriteTransaction == true { return }
    token = live._follow(keyPaths) { [weak self] in MainActor.assumeIsolated { self?.moved() } }
  }

  /// Whether the value is being observed.
  var isFollowing: Bool { token != nil }

  /// Whether the value should be observed but is not, because it has since been added to a Realm, or because a write transaction that
  /// prevented the observation has ended.
  var isBehind: Bool {
    if token != nil { return false }
    let value = live ?? shown
    guard !value.isInvalidated, let realm = value.realm else { return false }
    return !realm.configuration.readOnly && !realm.isInWriteTransaction && !value.isFrozen
  }

  private func moved() {
    guard let live else { return }
    if live.isInvalidated {
      // The last copy stays readable for views that are being removed.
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
