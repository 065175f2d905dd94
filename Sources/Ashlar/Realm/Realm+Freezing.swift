import AshlarStore

extension Realm {
  /// Whether this Realm stays at its version and may be read on any thread.
  public var isFrozen: Bool { _core.isFrozen }

  /// Returns an immutable Realm of the version that this Realm reads. Any thread may read it.
  ///
  /// ```swift
  /// let frozen = realm.freeze()
  /// Thread.detachNewThread { print(frozen.objects(Person.self).count) }
  /// ```
  ///
  /// Inside a write, the frozen Realm reads the version before the write. Frozen Realms of the same file and version are equal if they have
  /// equal types, outbox limits and `tracksReads`. A frozen Realm pins its version, so the file grows by the pages that later commits
  /// change; see `pinnedVersions()`. Complexity: O(number of tables). See the guide, *Threads, actors and tasks*.
  public func freeze() -> sending Realm { disconnected(Realm(_core.frozenCore())) }

  /// Returns the caller's live Realm with the same configuration; a live Realm returns itself. Stops the program if that Realm cannot be
  /// opened.
  public func thaw() -> Realm { Realm(_core.thawedCore()) }

  /// Returns a frozen copy of an object. See `Object.freeze()`.
  public func freeze<T: ObjectBase>(_ obj: T) -> sending T { disconnected(obj._freeze()) }

  /// Returns the live counterpart of a frozen object; nil if the object has been deleted. See `Object.thaw()`.
  public func thaw<T: ObjectBase>(_ obj: T) -> T? { obj._thaw() }

  /// Returns a frozen copy of a collection. See `Results.freeze()`.
  public func freeze<Collection: RealmCollection>(_ collection: Collection) -> sending Collection { collection.freeze() }
}

extension Realm {
  /// The version that this Realm reads. If the Realm reads no version, it first acquires the newest one. Used by `AshlarCombine` and
  /// `AshlarSwiftUI`.
  package var _version: UInt64 {
    _core.checkConfinement("Realm")
    return _core.session.version
  }
}
