#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension Publisher {
    /// Returns a publisher of frozen copies, which any thread may read. Completes or fails when its upstream does.
    ///
    /// A value that was deleted is published unchanged.
    ///
    /// ```swift
    /// let cancellable = realm.objects(Person.self).collectionPublisher.freeze().receive(on: queue)
    ///   .sink(receiveCompletion: { _ in }, receiveValue: { people in print(people.count) })
    /// ```
    public func freeze<T>() -> Publishers.Map<Self, T> where Output: ThreadConfined, T == Output {
      map { $0.isInvalidated ? $0 : $0.freeze() }
    }

    /// Returns a publisher of changes with frozen objects, which any thread may read. Completes or fails when its upstream does.
    ///
    /// An object that was deleted is published unchanged.
    public func freeze<T: ThreadConfined>() -> Publishers.Map<Self, ObjectChange<T>> where Output == ObjectChange<T> {
      map { change in
        guard case .change(let object, let properties) = change else { return change }
        return .change(object.isInvalidated ? object : object.freeze(), properties.map(\.frozen))
      }
    }

    /// Returns a publisher of changes with frozen collections, which any thread may read. Completes or fails when its upstream does.
    ///
    /// A collection whose owner was deleted is published unchanged.
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

    /// Returns a publisher of changes with frozen maps, which any thread may read. Completes or fails when its upstream does.
    ///
    /// A map whose owner was deleted is published unchanged.
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

    /// Returns a publisher of changes with frozen sections, which any thread may read. Completes or fails when its upstream does.
    ///
    /// Sections whose owner was deleted are published unchanged.
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

    /// Returns a publisher whose `receive(on:)` resolves each value in a Realm confined to the scheduler and delivers it there. Completes
    /// or fails when its upstream does.
    ///
    /// ```swift
    /// let cancellable = valuePublisher(person).filter { $0.age >= 18 }.threadSafeReference().receive(on: queue)
    ///   .sink(receiveCompletion: { _ in }, receiveValue: { person in print(person.name) })
    /// ```
    public func threadSafeReference() -> RealmPublishers.MakeThreadSafe<Self> where Output: ThreadConfined {
      RealmPublishers.MakeThreadSafe(self) { .reference(to: $0) }
    }

    /// Returns a publisher whose `receive(on:)` delivers the changes of objects on a scheduler. See the guide, *Observing*.
    public func threadSafeReference<T: ThreadConfined>() -> RealmPublishers.MakeThreadSafeObjectChangeset<Self, T>
    where Output == ObjectChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Returns a publisher whose `receive(on:)` delivers the changes of collections on a scheduler. See the guide, *Observing*.
    public func threadSafeReference<T: RealmCollection>() -> RealmPublishers.MakeThreadSafeCollectionChangeset<Self, T>
    where Output == RealmCollectionChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Returns a publisher whose `receive(on:)` delivers the changes of maps on a scheduler. See the guide, *Observing*.
    public func threadSafeReference<T: RealmKeyedCollection>() -> RealmPublishers.MakeThreadSafeKeyedCollectionChangeset<Self, T>
    where Output == RealmMapChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }

    /// Returns a publisher whose `receive(on:)` delivers the changes of sections on a scheduler. See the guide, *Observing*.
    public func threadSafeReference<T: RealmSectionedResult>() -> RealmPublishers.MakeThreadSafeSectionedResultsChangeset<Self, T>
    where Output == SectionedResultsChange<T> { RealmPublishers.MakeThreadSafe(self) { .change($0) } }
  }
#endif
