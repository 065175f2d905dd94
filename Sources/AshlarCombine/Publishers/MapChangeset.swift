#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Sends what `observe` tells of a map.
    public struct MapChangeset<Collection: RealmKeyedCollection>: Publisher {
      /// What is sent.
      public typealias Output = RealmMapChange<Collection>
      /// There is none.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// The same, which puts the token of each new subscription into a property: for `write(withoutNotifying:)`.
      public func saveToken<T>(on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>) -> MapChangesetWithToken<Collection, T> {
        MapChangesetWithToken(flow, TokenPlace(object: object, keyPath: keyPath))
      }

      /// The same, observed on a serial dispatch queue, with values of the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> Self { Self(flow.on(scheduler)) }

      /// The same, delivered on a scheduler, with values of a Realm there. To be called on this publisher itself: behind `map` and others,
      /// `threadSafeReference()` comes first.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverKeyedCollectionChangeset<Self, Collection, S> {
        DeferredHandoverKeyedCollectionChangeset(self, scheduler)
      }
    }

    /// `MapChangeset` with a property for tokens.
    public final class MapChangesetWithToken<Collection: RealmKeyedCollection, T>: Publisher {
      /// What is sent.
      public typealias Output = RealmMapChange<Collection>
      /// There is none.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      private let place: TokenPlace<T>

      init(_ flow: ChangeFlow<Output>, _ place: TokenPlace<T>) {
        self.flow = flow
        self.place = place
      }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        flow.subscribe(subscriber, place.save)
      }

      /// The same, observed on a serial dispatch queue, with values of the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> MapChangesetWithToken { MapChangesetWithToken(flow.on(scheduler), place) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverKeyedCollectionChangeset<MapChangesetWithToken, Collection, S> {
        DeferredHandoverKeyedCollectionChangeset(self, scheduler)
      }
    }
  }
#endif
