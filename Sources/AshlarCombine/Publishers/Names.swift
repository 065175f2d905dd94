#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  // The names of RealmSwift, with its generic parameters.
  extension RealmPublishers {
    /// Publishes a collection at first and after each change, and an object or a projection after each change. Completes when the object is deleted.
    public typealias Value<Subscribable: RealmSubscribable & ThreadConfined> = Changeset<Subscribable, any Error>
    /// `Value` with a property for tokens.
    public typealias ValueWithToken<Subscribable: RealmSubscribable & ThreadConfined, T> = ChangesetWithToken<Subscribable, any Error, T>

    /// Publishes the changes of an object or a projection, and completes after `.deleted`.
    public typealias ObjectChangeset<Observed: RealmSubscribable & ThreadConfined> = Changeset<ObjectChange<Observed>, Never>
    /// `ObjectChangeset` with a property for tokens.
    public typealias ObjectChangesetWithToken<Observed: RealmSubscribable & ThreadConfined, T> =
      ChangesetWithToken<ObjectChange<Observed>, Never, T>

    /// Publishes the changes of a collection.
    public typealias CollectionChangeset<Collection: RealmCollection> = Changeset<RealmCollectionChange<Collection>, Never>
    /// `CollectionChangeset` with a property for tokens.
    public typealias CollectionChangesetWithToken<Collection: RealmCollection, T> =
      ChangesetWithToken<RealmCollectionChange<Collection>, Never, T>

    /// Publishes the changes of a map.
    public typealias MapChangeset<Collection: RealmKeyedCollection> = Changeset<RealmMapChange<Collection>, Never>
    /// `MapChangeset` with a property for tokens.
    public typealias MapChangesetWithToken<Collection: RealmKeyedCollection, T> = ChangesetWithToken<RealmMapChange<Collection>, Never, T>

    /// Publishes the changes of all sections.
    public typealias SectionedResultsChangeset<Collection: RealmSectionedResult> = Changeset<SectionedResultsChange<Collection>, Never>
    /// `SectionedResultsChangeset` with a property for tokens.
    public typealias SectionedResultsChangesetWithToken<Collection: RealmSectionedResult, T> =
      ChangesetWithToken<SectionedResultsChange<Collection>, Never, T>

    /// Publishes the changes of one section.
    public typealias SectionChangeset<Collection: RealmSectionedResult> = Changeset<SectionedResultsChange<Collection>, Never>
    /// `SectionChangeset` with a property for tokens.
    public typealias SectionChangesetWithToken<Collection: RealmSectionedResult, T> =
      ChangesetWithToken<SectionedResultsChange<Collection>, Never, T>
  }

  // Publishers that deliver on a scheduler: one type, whatever the upstream publishes.
  extension RealmPublishers {
    /// Delivers values on a scheduler.
    public typealias Handover<Upstream: Publisher, S: Scheduler> = DeferredHandover<Upstream, S>
    /// Delivers changes of an object on a scheduler.
    public typealias DeferredHandoverObjectChangeset<Upstream: Publisher, T: ThreadConfined, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == ObjectChange<T>
    /// Delivers changes of a collection on a scheduler.
    public typealias DeferredHandoverCollectionChangeset<Upstream: Publisher, C: RealmCollection, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == RealmCollectionChange<C>
    /// Delivers changes of a map on a scheduler.
    public typealias DeferredHandoverKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == RealmMapChange<C>
    /// Delivers changes of sections on a scheduler.
    public typealias DeferredHandoverSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == SectionedResultsChange<C>
    /// Delivers changes of one section on a scheduler.
    public typealias DeferredHandoverSectionChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == SectionedResultsChange<C>

    /// Publishes changes of an object that the next `receive(on:)` takes to a scheduler.
    public typealias MakeThreadSafeObjectChangeset<Upstream: Publisher, T: ThreadConfined> =
      MakeThreadSafe<Upstream> where Upstream.Output == ObjectChange<T>
    /// Publishes changes of a collection that the next `receive(on:)` takes to a scheduler.
    public typealias MakeThreadSafeCollectionChangeset<Upstream: Publisher, C: RealmCollection> =
      MakeThreadSafe<Upstream> where Upstream.Output == RealmCollectionChange<C>
    /// Publishes changes of a map that the next `receive(on:)` takes to a scheduler.
    public typealias MakeThreadSafeKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection> =
      MakeThreadSafe<Upstream> where Upstream.Output == RealmMapChange<C>
    /// Publishes changes of sections that the next `receive(on:)` takes to a scheduler.
    public typealias MakeThreadSafeSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult> =
      MakeThreadSafe<Upstream> where Upstream.Output == SectionedResultsChange<C>
  }
#endif
