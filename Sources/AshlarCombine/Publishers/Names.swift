#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  // RealmSwift's names, with the same generic parameters.
  extension RealmPublishers {
    /// Publishes a collection initially and after each change, and an object or a projection after each change. Completes when the object
    /// is deleted, and never fails.
    public typealias Value<Subscribable: RealmSubscribable & ThreadConfined> = Changeset<Subscribable, any Error>
    /// A `Value` that also stores the token of each subscription in a property.
    public typealias ValueWithToken<Subscribable: RealmSubscribable & ThreadConfined, T> = ChangesetWithToken<Subscribable, any Error, T>

    /// Publishes the changes of an object or a projection. Completes after `.deleted`, and never fails.
    public typealias ObjectChangeset<Observed: RealmSubscribable & ThreadConfined> = Changeset<ObjectChange<Observed>, Never>
    /// An `ObjectChangeset` that also stores the token of each subscription in a property.
    public typealias ObjectChangesetWithToken<Observed: RealmSubscribable & ThreadConfined, T> =
      ChangesetWithToken<ObjectChange<Observed>, Never, T>

    /// Publishes the changes of a collection. The publisher neither completes nor fails.
    public typealias CollectionChangeset<Collection: RealmCollection> = Changeset<RealmCollectionChange<Collection>, Never>
    /// A `CollectionChangeset` that also stores the token of each subscription in a property.
    public typealias CollectionChangesetWithToken<Collection: RealmCollection, T> =
      ChangesetWithToken<RealmCollectionChange<Collection>, Never, T>

    /// Publishes the changes of a map. The publisher neither completes nor fails.
    public typealias MapChangeset<Collection: RealmKeyedCollection> = Changeset<RealmMapChange<Collection>, Never>
    /// A `MapChangeset` that also stores the token of each subscription in a property.
    public typealias MapChangesetWithToken<Collection: RealmKeyedCollection, T> = ChangesetWithToken<RealmMapChange<Collection>, Never, T>

    /// Publishes the changes of all sections. The publisher neither completes nor fails.
    public typealias SectionedResultsChangeset<Collection: RealmSectionedResult> = Changeset<SectionedResultsChange<Collection>, Never>
    /// A `SectionedResultsChangeset` that also stores the token of each subscription in a property.
    public typealias SectionedResultsChangesetWithToken<Collection: RealmSectionedResult, T> =
      ChangesetWithToken<SectionedResultsChange<Collection>, Never, T>

    /// Publishes the changes of one section. The publisher neither completes nor fails.
    public typealias SectionChangeset<Collection: RealmSectionedResult> = Changeset<SectionedResultsChange<Collection>, Never>
    /// A `SectionChangeset` that also stores the token of each subscription in a property.
    public typealias SectionChangesetWithToken<Collection: RealmSectionedResult, T> =
      ChangesetWithToken<SectionedResultsChange<Collection>, Never, T>
  }

  // Publishers that deliver on a scheduler. All are aliases of one type, whatever the upstream publishes.
  extension RealmPublishers {
    /// Delivers values on a scheduler. Completes or fails when its upstream does.
    public typealias Handover<Upstream: Publisher, S: Scheduler> = DeferredHandover<Upstream, S>
    /// Delivers the changes of an object on a scheduler. Completes or fails when its upstream does.
    public typealias DeferredHandoverObjectChangeset<Upstream: Publisher, T: ThreadConfined, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == ObjectChange<T>
    /// Delivers the changes of a collection on a scheduler. Completes or fails when its upstream does.
    public typealias DeferredHandoverCollectionChangeset<Upstream: Publisher, C: RealmCollection, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == RealmCollectionChange<C>
    /// Delivers the changes of a map on a scheduler. Completes or fails when its upstream does.
    public typealias DeferredHandoverKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == RealmMapChange<C>
    /// Delivers the changes of sections on a scheduler. Completes or fails when its upstream does.
    public typealias DeferredHandoverSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == SectionedResultsChange<C>
    /// Delivers the changes of one section on a scheduler. Completes or fails when its upstream does.
    public typealias DeferredHandoverSectionChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler> =
      DeferredHandover<Upstream, S> where Upstream.Output == SectionedResultsChange<C>

    /// Publishes the changes of an object. `receive(on:)`, called directly on this publisher, delivers them on a scheduler. Completes or
    /// fails when its upstream does.
    public typealias MakeThreadSafeObjectChangeset<Upstream: Publisher, T: ThreadConfined> =
      MakeThreadSafe<Upstream> where Upstream.Output == ObjectChange<T>
    /// Publishes the changes of a collection. `receive(on:)`, called directly on this publisher, delivers them on a scheduler. Completes
    /// or fails when its upstream does.
    public typealias MakeThreadSafeCollectionChangeset<Upstream: Publisher, C: RealmCollection> =
      MakeThreadSafe<Upstream> where Upstream.Output == RealmCollectionChange<C>
    /// Publishes the changes of a map. `receive(on:)`, called directly on this publisher, delivers them on a scheduler. Completes or fails
    /// when its upstream does.
    public typealias MakeThreadSafeKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection> =
      MakeThreadSafe<Upstream> where Upstream.Output == RealmMapChange<C>
    /// Publishes the changes of sections. `receive(on:)`, called directly on this publisher, delivers them on a scheduler. Completes or
    /// fails when its upstream does.
    public typealias MakeThreadSafeSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult> =
      MakeThreadSafe<Upstream> where Upstream.Output == SectionedResultsChange<C>
  }
#endif
