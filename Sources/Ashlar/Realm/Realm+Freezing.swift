import AshlarStore

extension Realm {
  /// Whether this Realm stays at its version and may be read from any thread.
  public var isFrozen: Bool { _core.isFrozen }

  /// The version that this Realm reads, for any thread: it never changes, and neither does what is read from it. Inside a write
  /// it is the version before. Frozen Realms of one version are equal. It keeps its version readable, so that the file grows
  /// by what later commits change; see `pinnedVersions()`. O(1) but for the number of tables.
  public func freeze() -> sending Realm { disconnected(Realm(_core.frozenCore())) }

  /// The caller's live Realm with the same configuration; a live Realm is itself. Stops the program when it cannot be opened.
  public func thaw() -> Realm { Realm(_core.thawedCore()) }

  /// See `Object.freeze()`.
  public func freeze<T: ObjectBase>(_ obj: T) -> sending T { disconnected(obj._freeze()) }

  /// See `Object.thaw()`.
  public func thaw<T: ObjectBase>(_ obj: T) -> T? { obj._thaw() }

  /// See `Results.freeze()`.
  public func freeze<Collection: RealmCollection>(_ collection: Collection) -> sending Collection { collection.freeze() }
}

extension Realm {
  /// The version that this reads, also before its first use. For publishers.
  package var _version: UInt64 {
    _core.checkConfinement("Realm")
    return _core.session.version
  }
}
