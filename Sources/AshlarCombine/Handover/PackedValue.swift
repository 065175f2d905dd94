#if canImport(Combine) || Publishers
  import Ashlar
  import Dispatch

  extension PackedValue where Value: ThreadConfined {
    /// Packs a reference, which resolves to the live value in the receiver's Realm, possibly at a later version. Frozen values are passed
    /// unchanged.
    static func reference(to value: Value) -> PackedValue {
      if value.isInvalidated { return PackedValue { _ in nil } }
      if value.isFrozen {
        let value = value
        return PackedValue { _ in value }
      }
      guard let configuration = value.realm?.configuration else { preconditionFailure("Only managed objects can be published") }
      let reference = ThreadSafeReference(to: value)
      return PackedValue { realmHere(configuration, $0).resolve(reference) }
    }
  }

  /// The target of a change, pinned to the version to which the change's indexes refer.
  ///
  /// The receiver's Realm is refreshed if it is at an earlier version. If the Realm is then at the version of the change, the receiver is
  /// passed the live target; otherwise, or if the published target was frozen, the receiver is passed a frozen target.
  struct Carried<Value: ThreadConfined> {
    private let frozen: Value
    private let isLive: Bool

    init(_ value: Value) {
      isLive = !value.isFrozen
      frozen = value.isFrozen ? value : value.freeze()
    }

    func here(_ queue: DispatchQueue?) -> Value {
      guard isLive, let home = frozen.realm else { return frozen }
      let realm = realmHere(home.configuration, queue)
      if realm._version < home._version { realm.refresh() }
      return realm._version == home._version ? frozen.thaw() ?? frozen : frozen
    }
  }

  extension PackedValue {
    static func change<C: RealmCollection>(_ change: RealmCollectionChange<C>) -> PackedValue where Value == RealmCollectionChange<C> {
      switch change {
      case .initial(let collection):
        if collection.isInvalidated { return PackedValue { _ in nil } }
        let carried = Carried(collection)
        return PackedValue { .initial(carried.here($0)) }
      case .update(let collection, let deletions, let insertions, let modifications):
        if collection.isInvalidated { return PackedValue { _ in nil } }
        let carried = Carried(collection)
        return PackedValue {
          .update(carried.here($0), deletions: deletions, insertions: insertions, modifications: modifications)
        }
      case .error(let error): return PackedValue { _ in .error(error) }
      }
    }

    static func change<C: RealmKeyedCollection>(_ change: RealmMapChange<C>) -> PackedValue where Value == RealmMapChange<C> {
      switch change {
      case .initial(let map):
        if map.isInvalidated { return PackedValue { _ in nil } }
        let carried = Carried(map)
        return PackedValue { .initial(carried.here($0)) }
      case .update(let map, let deletions, let insertions, let modifications):
        if map.isInvalidated { return PackedValue { _ in nil } }
        let carried = Carried(map)
        return PackedValue {
          .update(carried.here($0), deletions: deletions, insertions: insertions, modifications: modifications)
        }
      case .error(let error): return PackedValue { _ in .error(error) }
      }
    }

    static func change<C: RealmSectionedResult>(_ change: SectionedResultsChange<C>) -> PackedValue
    where Value == SectionedResultsChange<C> {
      if change.collection.isInvalidated { return PackedValue { _ in nil } }
      let carried = Carried(change.collection)
      switch change {
      case .initial: return PackedValue { .initial(carried.here($0)) }
      case .update(_, let deletions, let insertions, let modifications, let sectionsToInsert, let sectionsToDelete):
        return PackedValue {
          .update(
            carried.here($0), deletions: deletions, insertions: insertions, modifications: modifications,
            sectionsToInsert: sectionsToInsert, sectionsToDelete: sectionsToDelete)
        }
      }
    }

    /// Packs a change of an object. Property values that are objects are frozen.
    static func change<T: ThreadConfined>(_ change: ObjectChange<T>) -> PackedValue where Value == ObjectChange<T> {
      guard case .change(let object, let properties) = change else { return PackedValue { _ in change } }
      if object.isInvalidated { return PackedValue { _ in nil } }
      let carried = Carried(object)
      let frozen = properties.map { $0.frozen }
      return PackedValue { .change(carried.here($0), frozen) }
    }
  }

  extension PropertyChange {
    var frozen: PropertyChange {
      func still(_ value: Any?) -> Any? {
        guard let value = value as? any ThreadConfined, !value.isFrozen else { return value }
        return value.isInvalidated ? nil : value.freeze()
      }
      return PropertyChange(name: name, oldValue: still(oldValue), newValue: still(newValue))
    }
  }
#endif
