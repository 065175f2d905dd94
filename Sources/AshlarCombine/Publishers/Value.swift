#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Sends a collection at first and after each change, and an object or a projection after each change. It completes when the object is deleted.
    public struct Value<Subscribable: RealmSubscribable & ThreadConfined>: Publisher {
      /// What is sent.
      public typealias Output = Subscribable
      /// Never sent.
      public typealias Failure = any Error

      let flow: ChangeFlow<Output>
      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// The same, which puts the token of each new subscription into a property: for `write(withoutNotifying:)`.
      public func saveToken<T>(on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>) -> ValueWithToken<Subscribable, T> {
        ValueWithToken(flow, TokenPlace(object: object, keyPath: keyPath))
      }

      /// The same, observed on a serial dispatch queue, with values of the queue's own Realm.
      public func subscribe<S: Scheduler>(on scheduler: S) -> Self { Self(flow.on(scheduler)) }

      /// The same, delivered on a scheduler, with values of a Realm there. To be called on this publisher itself: behind `map` and others,
      /// `threadSafeReference()` comes first.
      public func receive<S: Scheduler>(on scheduler: S) -> Handover<Self, S> {
        Handover(self, scheduler)
      }
    }

    /// `Value` with a property for tokens.
    public final class ValueWithToken<Subscribable: RealmSubscribable & ThreadConfined, T>: Publisher {
      /// What is sent.
      public typealias Output = Subscribable
      /// Never sent.
      public typealias Failure = any Error

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
      public func subscribe<S: Scheduler>(on scheduler: S) -> ValueWithToken { ValueWithToken(flow.on(scheduler), place) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> Handover<ValueWithToken, S> {
        Handover(self, scheduler)
      }
    }
  }
#endif
