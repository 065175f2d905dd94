#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Sends what `observe` tells of one section.
    public struct SectionChangeset<Collection: RealmSectionedResult>: Publisher {
      /// What is sent.
      public typealias Output = SectionedResultsChange<Collection>
      /// There is none.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// The same, which puts the token of each new subscription into a property: for `write(withoutNotifying:)`.
      public func saveToken<T>(on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>) -> SectionChangesetWithToken<Collection, T>
      {
        SectionChangesetWithToken(flow, TokenPlace(object: object, keyPath: keyPath))
      }

      /// The same, observed on a serial dispatch queue, with values of the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> Self { Self(flow.on(scheduler)) }

      /// The same, delivered on a scheduler, with values of a Realm there. To be called on this publisher itself: behind `map` and others,
      /// `threadSafeReference()` comes first.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverSectionChangeset<Self, Collection, S> {
        DeferredHandoverSectionChangeset(self, scheduler)
      }
    }

    /// `SectionChangeset` with a property for tokens.
    public final class SectionChangesetWithToken<Collection: RealmSectionedResult, T>: Publisher {
      /// What is sent.
      public typealias Output = SectionedResultsChange<Collection>
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
      public func subscribe<S: Scheduler>(on scheduler: S) -> SectionChangesetWithToken {
        SectionChangesetWithToken(flow.on(scheduler), place)
      }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandoverSectionChangeset<SectionChangesetWithToken, Collection, S> {
        DeferredHandoverSectionChangeset(self, scheduler)
      }
    }
  }
#endif
