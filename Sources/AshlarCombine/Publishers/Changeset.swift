#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Publishes what `observe` delivers: changesets, which never fail, or the observed value after each change.
    ///
    /// Use the aliases that name what is observed, such as `CollectionChangeset` and `Value`.
    ///
    /// ```swift
    /// let cancellable = realm.objects(Person.self).changesetPublisher.sink { change in
    ///   if case .update(let people, _, let insertions, _) = change { print(people.count, insertions) }
    /// }
    /// ```
    public struct Changeset<Output, Failure: Error>: Publisher {
      let flow: ChangeFlow<Output>

      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Starts an observation for the subscriber.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// Stores the token of each new subscription in a property, for `write(withoutNotifying:)`.
      public func saveToken<T>(
        on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>
      ) -> ChangesetWithToken<Output, Failure, T> {
        ChangesetWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }

      /// Observes on a serial dispatch queue; values belong to the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> Self { Self(flow.on(scheduler)) }

      /// Delivers on a scheduler; values belong to a Realm of that scheduler.
      ///
      /// Call it on this publisher itself. Behind `map` and other operators, `threadSafeReference()` must precede `receive(on:)`.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<Self, S> { DeferredHandover(self, scheduler, flow.pack) }
    }

    /// A `Changeset` that stores the token of each subscription in a property.
    public final class ChangesetWithToken<Output, Failure: Error, T>: Publisher {
      let flow: ChangeFlow<Output>
      private let property: TokenProperty<T>

      init(_ flow: ChangeFlow<Output>, _ property: TokenProperty<T>) {
        self.flow = flow
        self.property = property
      }

      /// Starts an observation for the subscriber, and stores its token.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        flow.subscribe(subscriber, property.save)
      }

      /// Observes on a serial dispatch queue; values belong to the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> ChangesetWithToken { ChangesetWithToken(flow.on(scheduler), property) }

      /// Delivers on a scheduler; values belong to a Realm of that scheduler.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<ChangesetWithToken, S> {
        DeferredHandover(self, scheduler, flow.pack)
      }
    }
  }
#endif
