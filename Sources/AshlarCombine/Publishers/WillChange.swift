#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  /// The publishers of Realms, objects and collections.
  public enum RealmPublishers {}

  extension RealmPublishers {
    /// Calls with each new version that a Realm reads, after it has changed.
    public struct RealmWillChange: Publisher {
      /// What is sent.
      public typealias Output = Void
      /// Never fails.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// The same, which puts the token of each new subscription into a property: for `write(withoutNotifying:)`.
      public func saveToken<T>(on object: T, for keyPath: WritableKeyPath<T, NotificationToken?>) -> RealmWillChangeWithToken<T> {
        RealmWillChangeWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }
    }

    /// `RealmWillChange` with a property for tokens.
    public final class RealmWillChangeWithToken<T>: Publisher {
      /// What is sent.
      public typealias Output = Void
      /// Never fails.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      private let property: TokenProperty<T>

      init(_ flow: ChangeFlow<Output>, _ property: TokenProperty<T>) {
        self.flow = flow
        self.property = property
      }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        flow.subscribe(subscriber, property.save)
      }
    }
  }

  extension RealmPublishers {
    /// Calls after each change of an object or a collection, and once at first for a collection. Of what is unmanaged it never calls.
    public struct WillChange<C: RealmSubscribable & ThreadConfined>: Publisher {
      /// What is sent.
      public typealias Output = Void
      /// Never fails.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      init(_ flow: ChangeFlow<Output>) { self.flow = flow }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { flow.subscribe(subscriber) }

      /// The same, which puts the token of each new subscription into a property: for `write(withoutNotifying:)`.
      public func saveToken<T>(on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>) -> WillChangeWithToken<C, T> {
        WillChangeWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }
    }

    /// `WillChange` with a property for tokens.
    public final class WillChangeWithToken<C: RealmSubscribable & ThreadConfined, T>: Publisher {
      /// What is sent.
      public typealias Output = Void
      /// Never fails.
      public typealias Failure = Never

      let flow: ChangeFlow<Output>
      private let property: TokenProperty<T>

      init(_ flow: ChangeFlow<Output>, _ property: TokenProperty<T>) {
        self.flow = flow
        self.property = property
      }

      /// Begins to observe.
      public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
        flow.subscribe(subscriber, property.save)
      }
    }
  }
#endif
