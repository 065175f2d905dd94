/// One version of a file, which any number of threads and tasks may read; see `RealmPool.snapshot()`.
public nonisolated struct RealmSnapshot: @unchecked Sendable {
  // A frozen Realm may be read anywhere.
  private let core: _RealmCore

  init(_ core: _RealmCore) { self.core = core }

  /// Runs `body` with the frozen Realm, on the caller's thread.
  public func read<R>(_ body: (Realm) throws -> sending R) rethrows -> sending R { try body(Realm(core)) }
}
