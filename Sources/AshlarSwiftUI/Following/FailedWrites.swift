import Ashlar

/// A value that a view shows.
@MainActor protocol ShownToViews: AnyObject {
  /// Causes views to read the value again, because they may still show a value whose write failed.
  func writeFailed()
}

/// The action of a view for writes that break rules.
@MainActor final class FailureHandler {
  /// The number of enclosing views that have a handler.
  var depth = 0
  var action: ((Realm.Error) -> Void)?

  nonisolated init() {}
}

/// Reports failed writes from views, because neither the setter of a binding nor the action of a view can throw.
@MainActor final class FailedWrites {
  static let shared = FailedWrites()

  private struct Shown {
    weak var value: (any ShownToViews)?
  }
  private struct Handler {
    weak var value: FailureHandler?
  }

  private var shown: [Shown] = []
  private var handlers: [Handler] = []
  // The number of entries at which the entries of released values are removed.
  private var limit = 64

  /// Adds a value that views read again after every failed write, as long as it exists.
  func add(_ value: any ShownToViews) {
    if shown.count >= limit {
      shown.removeAll { $0.value == nil }
      limit = max(64, 2 * shown.count)
    }
    shown.append(Shown(value: value))
  }

  /// Adds a handler, which is called as long as it exists.
  func add(_ handler: FailureHandler) {
    handlers.removeAll { $0.value == nil }
    handlers.append(Handler(value: handler))
  }

  /// Logs the error of a write of a Realm. If the write breaks rules, calls the innermost handler; among handlers at the same depth, calls
  /// the one that was added last. Views then show the stored values again.
  func report(_ error: any Error, from realm: Realm) {
    Logger.shared.log(.error, "A view could not write. \(realm.logText(of: error))")
    if let error = error as? Realm.Error, error.code == .ruleViolated {
      let known = handlers.compactMap(\.value).filter { $0.action != nil }
      let innermost = known.map(\.depth).max()
      known.last { $0.depth == innermost }?.action?(error)
    }
    for value in shown.compactMap(\.value) { value.writeFailed() }
  }
}
