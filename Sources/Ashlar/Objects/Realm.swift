/// A database as one thread, serial queue, actor or task sees it. The value refers to a shared instance: opening the same file again
/// in the same place returns an equal Realm.
///
/// A live Realm reads one version of the data, the newest at its first use, until it advances: by `refresh()`, by beginning a write, and on queues
/// and actors by itself, see `autorefresh`.
@frozen public nonisolated struct Realm: Equatable {
  /// The instance. For the runtime.
  public let _core: _RealmCore

  init(_ core: _RealmCore) { _core = core }

  /// Whether both are the same instance.
  public static func == (a: Realm, b: Realm) -> Bool { a._core === b._core }

  /// How `add` and `create` treat an object whose primary key exists already.
  @frozen public enum UpdatePolicy: Int, Sendable {
    /// It is an error.
    case error = 1
    /// Only values that differ are written.
    case modified = 3
    /// All values are written.
    case all = 2
  }
}
