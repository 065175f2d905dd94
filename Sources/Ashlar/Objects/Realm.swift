/// A database, opened for one thread, serial queue, actor or task.
///
/// ```swift
/// let realm = try Realm()
/// try realm.write { realm.add(person) }
/// let adults = realm.objects(Person.self).where { $0.age >= 18 }
/// ```
///
/// The value refers to a shared instance: opening the same file again with the same types, `outbox` and `tracksReads` in the same thread,
/// queue, actor or task returns an equal Realm.
///
/// A live Realm reads one version of the data, initially the version that is the newest at its first use. It advances to the newest version
/// when `refresh()` is called and when a write begins; on queues and actors, it also advances automatically, see `autorefresh`. See the
/// guide, *Opening a Realm*.
@frozen public nonisolated struct Realm: Equatable {
  /// The instance. Used by the runtime.
  public let _core: _RealmCore

  init(_ core: _RealmCore) { _core = core }

  /// Returns whether `a` and `b` refer to the same instance.
  public static func == (a: Realm, b: Realm) -> Bool { a._core === b._core }

  /// The policy of `add` and `create` for an object whose primary key already exists. See the guide, *Writing*.
  ///
  /// ```swift
  /// try realm.write { realm.add(person, update: .modified) }
  /// ```
  @frozen public enum UpdatePolicy: Int, Sendable {
    /// The program stops.
    case error = 1
    /// The stored object is updated; only values that differ are written.
    case modified = 3
    /// The stored object is updated; all values are written.
    case all = 2
  }
}
