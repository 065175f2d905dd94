#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Publishes the changesets that `observe` delivers or, in place of each, the observed value. Subscribing stops the program if the
    /// value cannot be observed, for example because it is frozen.
    ///
    /// Publishers of objects and projections complete when the object is deleted; the others never complete. None of them fails. Refer to
    /// this type by the alias for the observed type, such as `CollectionChangeset` or `Value`.
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

      /// Returns a publisher that stores the token of each new subscription in a property, so that the token can be passed to
      /// `write(withoutNotifying:)`.
      ///
      /// - Parameters:
      ///   - object: The object with the property.
      ///   - keyPath: The property that receives the tokens.
      public func saveToken<T>(
        on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>
      ) -> ChangesetWithToken<Output, Failure, T> {
        ChangesetWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }

      /// Returns a publisher that observes on a serial dispatch queue. Its values belong to a Realm confined to that queue.
      ///
      /// - Parameter scheduler: A serial dispatch queue; any other scheduler stops the program.
      public func subscribe<S: Scheduler>(on scheduler: S) -> Self { Self(flow.on(scheduler)) }

      /// Returns a publisher that delivers values on a scheduler. They belong to a Realm of that scheduler.
      ///
      /// Call this method on the publisher itself. After `map` and other operators, call `threadSafeReference()` before `receive(on:)`. See
      /// the guide, *Observing*.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<Self, S> { DeferredHandover(self, scheduler, flow.pack) }
    }

    /// A `Changeset` that also stores the token of each subscription in a property.
    public final class ChangesetWithToken<Output, Failure: Error, T>: Publisher {
      let flow: ChangeFlow<Output>
      private let property: TokenProperty<T>

      init(_ flow: ChangeFlow<Output>, _ property: TokenProperty<T>) {
        self.flow = flow
        self.property = property
      }

      /// Starts an observation for the subscriber, and stores the token in the property.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        flow.subscribe(subscriber, property.save)
      }

      /// Returns a publisher that observes on a serial dispatch queue. Its values belong to a Realm confined to that queue.
      ///
      /// - Parameter scheduler: A serial dispatch queue; any other scheduler stops the program.
      public func subscribe<S: Scheduler>(on scheduler: S) -> ChangesetWithToken { ChangesetWithToken(flow.on(scheduler), property) }

      /// Returns a publisher that delivers values on a scheduler. They belong to a Realm of that scheduler. See the guide, *Observing*.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<ChangesetWithToken, S> {
        DeferredHandover(self, scheduler, flow.pack)
      }
    }
  }
#endif
