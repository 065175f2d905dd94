import AshlarSchema

extension _CollectionBase {
  // Returns the same collection of the same row in another Realm of the file; nil if that Realm does not contain the row.
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
  /// Returns a frozen copy of the list at the version that its Realm reads, for use on any thread: `let dogs = person.dogs.freeze()`. See
  /// `Object.freeze()`.
  public func freeze() -> sending List { disconnected(frozen()) }
  /// Returns the live list; nil if its object no longer exists.
  public func thaw() -> List? { thawed() }
}

extension MutableSet {
  /// Returns a frozen copy of the set at the version that its Realm reads, for use on any thread. See `Object.freeze()`.
  public func freeze() -> sending MutableSet { disconnected(frozen()) }
  /// Returns the live set; nil if its object no longer exists.
  public func thaw() -> MutableSet? { thawed() }
}

extension Map {
  /// Returns a frozen copy of the map at the version that its Realm reads, for use on any thread. See `Object.freeze()`.
  public func freeze() -> sending Map { disconnected(frozen()) }
  /// Returns the live map; nil if its object no longer exists.
  public func thaw() -> Map? { thawed() }
}

extension Results {
  /// Whether the results never change and may be read from any thread. See the guide, *Threads, actors and tasks*.
  public var isFrozen: Bool { _resultsCore.isFrozen }
  /// Returns a frozen copy of the results at the version that their Realm reads, for use on any thread. The copy is evaluated once.
  ///
  /// ```swift
  /// let dogs = realm.objects(Dog.self).where { $0.age < 3 }.freeze()
  /// Task.detached { print(dogs.count) }
  /// ```
  public func freeze() -> sending Results { disconnected(Results(_resultsCore.frozen("Results"))) }
  /// Returns the live results; nil if the object that owns the underlying collection no longer exists.
  public func thaw() -> Results? { _resultsCore.thawed("Results").map { Results($0) } }
}

extension LinkingObjects {
  /// Whether the objects never change and may be read from any thread. See the guide, *Threads, actors and tasks*.
  public var isFrozen: Bool { _resultsCore.isFrozen }
  /// Returns a frozen copy of the linking objects at the version that their Realm reads, for use on any thread. See `Object.freeze()`.
  public func freeze() -> sending LinkingObjects { disconnected(LinkingObjects(_resultsCore.frozen("LinkingObjects"))) }
  /// Returns the objects that link to the live object; nil if the object no longer exists.
  public func thaw() -> LinkingObjects? { _resultsCore.thawed("LinkingObjects").map { LinkingObjects($0) } }
}
