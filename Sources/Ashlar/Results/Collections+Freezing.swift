import AshlarSchema

extension _CollectionBase {
  // The same collection of the same row in another Realm of the file: nil when the row is not there.
  final func moved(to core: _RealmCore) -> Self? {
    let other = Self()
    if let managed {
      guard let moved = managed.moved(to: core) else { return nil }
      other.home = .managed(moved)
    } else if let place {
      guard let moved = place.moved(to: core) else { return nil }
      other.place = moved
    }
    return other
  }

  fileprivate final func frozen() -> Self {
    guard let core = managed?.core ?? place?.core else { misuse(.unmanagedCollection(kind: Self._kindName)) }
    if core.isFrozen { return self }
    let target = core.frozenCore()
    guard let entity = managed?.entity ?? place?.entity, !isInvalidated else { misuse(.invalidated(type: Self._kindName)) }
    guard let frozen = moved(to: target) else { misuse(.frozenWhereCreated(type: entity.model.name)) }
    return frozen
  }

  fileprivate final func thawed() -> Self? {
    guard let core = managed?.core ?? place?.core else { misuse(.unmanagedCollection(kind: Self._kindName)) }
    return core.isFrozen ? moved(to: core.thawedCore()) : self
  }
}

extension List {
  /// The list as of the version that its Realm reads, readable from any thread. See `Object.freeze()`.
  public func freeze() -> sending List { disconnected(frozen()) }
  /// The live list; nil when its object is gone.
  public func thaw() -> List? { thawed() }
}

extension MutableSet {
  /// The set as of the version that its Realm reads, readable from any thread. See `Object.freeze()`.
  public func freeze() -> sending MutableSet { disconnected(frozen()) }
  /// The live set; nil when its object is gone.
  public func thaw() -> MutableSet? { thawed() }
}

extension Map {
  /// The map as of the version that its Realm reads, readable from any thread. See `Object.freeze()`.
  public func freeze() -> sending Map { disconnected(frozen()) }
  /// The live map; nil when its object is gone.
  public func thaw() -> Map? { thawed() }
}

extension Results {
  /// Whether the results never change and may be read from any thread.
  public var isFrozen: Bool { _resultsCore.isFrozen }
  /// The results as of the version that their Realm reads, readable from any thread; evaluated once.
  public func freeze() -> sending Results { disconnected(Results(_resultsCore.frozen("Results"))) }
  /// The live results; nil when the object is gone whose collection they are of.
  public func thaw() -> Results? { _resultsCore.thawed("Results").map { Results($0) } }
}

extension LinkingObjects {
  /// Whether the objects never change and may be read from any thread.
  public var isFrozen: Bool { _resultsCore.isFrozen }
  /// What links to the object in the version that its Realm reads, readable from any thread.
  public func freeze() -> sending LinkingObjects { disconnected(LinkingObjects(_resultsCore.frozen("LinkingObjects"))) }
  /// What links to the live object; nil when that is gone.
  public func thaw() -> LinkingObjects? { _resultsCore.thawed("LinkingObjects").map { LinkingObjects($0) } }
}
