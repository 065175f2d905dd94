#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Changes of an object, delivered on a scheduler with what changed in a Realm there, at the version of the change: live where that is the newest, else frozen.
    public struct DeferredHandoverObjectChangeset<Upstream: Publisher, T: ThreadConfined, S: Scheduler>: Publisher
    where Upstream.Output == ObjectChange<T> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .change($0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Changes of an object that the next `receive(on:)` takes to a scheduler.
    public struct MakeThreadSafeObjectChangeset<Upstream: Publisher, T: ThreadConfined>: Publisher
    where Upstream.Output == ObjectChange<T> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      init(_ upstream: Upstream) { self.upstream = upstream }

      /// Passes on what the upstream sends.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverObjectChangeset<Upstream, T, S> {
        DeferredHandoverObjectChangeset(upstream, scheduler)
      }
    }
  }

  extension RealmPublishers {
    /// Changes of a collection, delivered on a scheduler with what changed in a Realm there, at the version of the change: live where that is the newest, else frozen.
    public struct DeferredHandoverCollectionChangeset<Upstream: Publisher, C: RealmCollection, S: Scheduler>: Publisher
    where Upstream.Output == RealmCollectionChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .change($0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Changes of a collection that the next `receive(on:)` takes to a scheduler.
    public struct MakeThreadSafeCollectionChangeset<Upstream: Publisher, C: RealmCollection>: Publisher
    where Upstream.Output == RealmCollectionChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      init(_ upstream: Upstream) { self.upstream = upstream }

      /// Passes on what the upstream sends.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverCollectionChangeset<Upstream, C, S> {
        DeferredHandoverCollectionChangeset(upstream, scheduler)
      }
    }
  }

  extension RealmPublishers {
    /// Changes of a map, delivered on a scheduler with what changed in a Realm there, at the version of the change: live where that is the newest, else frozen.
    public struct DeferredHandoverKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection, S: Scheduler>: Publisher
    where Upstream.Output == RealmMapChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .change($0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Changes of a map that the next `receive(on:)` takes to a scheduler.
    public struct MakeThreadSafeKeyedCollectionChangeset<Upstream: Publisher, C: RealmKeyedCollection>: Publisher
    where Upstream.Output == RealmMapChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      init(_ upstream: Upstream) { self.upstream = upstream }

      /// Passes on what the upstream sends.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverKeyedCollectionChangeset<Upstream, C, S> {
        DeferredHandoverKeyedCollectionChangeset(upstream, scheduler)
      }
    }
  }

  extension RealmPublishers {
    /// Changes of sections, delivered on a scheduler with what changed in a Realm there, at the version of the change: live where that is the newest, else frozen.
    public struct DeferredHandoverSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler>: Publisher
    where Upstream.Output == SectionedResultsChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .change($0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Changes of sections that the next `receive(on:)` takes to a scheduler.
    public struct MakeThreadSafeSectionedResultsChangeset<Upstream: Publisher, C: RealmSectionedResult>: Publisher
    where Upstream.Output == SectionedResultsChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      init(_ upstream: Upstream) { self.upstream = upstream }

      /// Passes on what the upstream sends.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverSectionedResultsChangeset<Upstream, C, S> {
        DeferredHandoverSectionedResultsChangeset(upstream, scheduler)
      }
    }
  }

  extension RealmPublishers {
    /// Changes of one section, delivered on a scheduler with the section of a Realm there, at the version of the change: live where that is the newest, else frozen.
    public struct DeferredHandoverSectionChangeset<Upstream: Publisher, C: RealmSectionedResult, S: Scheduler>: Publisher
    where Upstream.Output == SectionedResultsChange<C> {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .change($0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }
#endif
