extension Realm {
  /// The event for which a Realm calls the blocks of `observe`.
  @frozen public enum Notification: String, Sendable {
    /// It reads another version: by a commit of its own, `refresh()`, the beginning of a write, or by itself.
    case didChange = "RLMRealmDidChangeNotification"
    /// Others have committed, and it does not move by itself because `autorefresh` is false.
    case refreshRequired = "RLMRealmRefreshRequiredNotification"
  }

  /// The block that `observe` registers.
  public typealias NotificationBlock = (_ notification: Notification, _ realm: Realm) -> Void
}
