#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension Publisher {
    /// Freezes what is sent, for any thread.
    public func freeze<T>() -> Publishers.Map<Self, T> where Output: ThreadConfined, T == Output { map { $0.freeze() } }

    /// Freezes the objects of changes, for any thread.
    public func freeze<T: ThreadConfined>() -> Publishers.Map<Self, ObjectChange<T>> where Output == ObjectChange<T> {
      map { change in
        guard case .change(let object, let properties) = change else { return change }
        return .change(object.freeze(), properties.map(\.frozen))
      }
    }

    /// Freezes the collections of changes, for any thread. One whose owner is gone stays as it is.
    public func freeze<T: RealmCollection>() -> Publishers.Map<Self, RealmCollectionChange<T>> where Output == RealmCollectionChange<T> {
      map { change in
        switch change {
        case .initial(let collection): .initial(collection.isInvalidated ? collection : collection.freeze())
        case .update(let collection, let deletions, let insertions, let modifications):
          .update(
            collection.isInvalidated ? collection : collection.freeze(), deletions: deletions, insertions: insertions,
            modifications: modifications)
        case .error: change
        }
      }
    }

    /// Freezes the maps of changes, for any thread. One whose owner is gone stays as it is.
    public func freeze<T: RealmKeyedCollection>() -> Publishers.Map<Self, RealmMapChange<T>> where Output == RealmMapChange<T> {
      map { change in
        switch change {
        case .initial(let map): .initial(map.isInvalidated ? map : map.freeze())
        case .update(let map, let deletions, let insertions, let modifications):
          .update(
            map.isInvalidated ? map : map.freeze(), deletions: deletions, insertions: insertions, modifications: modifications)
        case .error: change
        }
      }
    }

    /// Freezes the sections of changes, for any thread. Those of an owner that is gone stay as they are.
    public func freeze<T: RealmSectionedResult>() -> Publishers.Map<Self, SectionedResultsChange<T>>
    where Output == SectionedResultsChange<T> {
      map { change in
        let sections = change.collection.isInvalidated ? change.collection : change.collection.freeze()
        return switch change {
        case .initial: .initial(sections)
        case .update(_, let deletions, let insertions, let modifications, let sectionsToInsert, let sectionsToDelete):
          .update(
            sections, deletions: deletions, insertions: insertions, modifications: modifications, sectionsToInsert: sectionsToInsert,
            sectionsToDelete: sectionsToDelete)
        }
      }
    }

    /// Lets the next `receive(on:)` take what is sent to a scheduler, as values of a Realm there.
    public func threadSafeReference() -> RealmPublishers.MakeThreadSafe<Self> where Output: ThreadConfined {
      RealmPublishers.MakeThreadSafe(self) { .reference(to: $0) }
    }

    /// Lets the next `receive(on:)` take changes to a scheduler.
    public func threadSafeReference<T: ThreadConfined>() -> RealmPublishers.MakeThreadSafeObjectChangeset<Self, T>
    where Output == ObjectChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Lets the next `receive(on:)` take changes to a scheduler.
    public func threadSafeReference<T: RealmCollection>() -> RealmPublishers.MakeThreadSafeCollectionChangeset<Self, T>
    where Output == RealmCollectionChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Lets the next `receive(on:)` take changes to a scheduler.
    public func threadSafeReference<T: RealmKeyedCollection>() -> RealmPublishers.MakeThreadSafeKeyedCollectionChangeset<Self, T>
    where Output == RealmMapChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Lets the next `receive(on:)` take changes to a scheduler.
    public func threadSafeReference<T: RealmSectionedResult>() -> RealmPublishers.MakeThreadSafeSectionedResultsChangeset<Self, T>
    where Output == SectionedResultsChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }
  }
#endif
