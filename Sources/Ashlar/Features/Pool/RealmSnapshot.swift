/// A version of a file that any number of threads and tasks may read.
///
/// ```swift
/// let snapshot = try pool.snapshot()
/// let names = try snapshot.read { realm in realm.objects(Person.self).map(\.name) }
/// ```
///
/// The version stays pinned as long as a copy of the snapshot exists. See `RealmPool.snapshot()`.
public nonisolated struct RealmSnapshot: @unchecked Sendable {
  // A frozen Realm may be read on any thread.
  private let core: _RealmCore

  init(_ core: _RealmCore) { self.core = core }

  /// Runs `body` with a frozen Realm of the version, on the caller's thread. Throws what the body throws.
  public func read<R>(_ body: (Realm) throws -> sending R) rethrows -> sending R { try body(Realm(core)) }
}
