extension Realm {
  /// An event for which a Realm calls the blocks of `observe`. See `Realm.observe(_:)` for an example.
  @frozen public enum Notification: String, Sendable {
    /// The Realm has moved to a different version: after its own commit, after `refresh()`, at the beginning of a write, or because it
    /// advanced automatically.
    case didChange = "RLMRealmDidChangeNotification"
    /// A newer version exists, and the Realm does not advance to it because `autorefresh` is false. Call `refresh()` to advance.
    case refreshRequired = "RLMRealmRefreshRequiredNotification"
  }

  /// A block that `observe` registers.
  ///
  /// ```swift
  /// let block: Realm.NotificationBlock = { notification, realm in
  ///   if notification == .refreshRequired { realm.refresh() }
  /// }
  /// let token = realm.observe(block)
  /// ```
  public typealias NotificationBlock = (_ notification: Notification, _ realm: Realm) -> Void
}
