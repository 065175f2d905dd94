#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  /// The publishers of Realms, objects and collections. See the guide, *Observing*.
  public enum RealmPublishers {}

  extension RealmPublishers {
    /// A publisher that fires after a Realm has advanced to a new version. It neither completes nor fails.
    public struct RealmWillChange: Publisher {
      /// The values carry no information.
      public typealias Output = Void
      /// The publisher never fails.
      public typealias Failure = Never

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
      public func saveToken<T>(on object: T, for keyPath: WritableKeyPath<T, NotificationToken?>) -> RealmWillChangeWithToken<T> {
        RealmWillChangeWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }
    }

    /// A `RealmWillChange` that also stores the token of each subscription in a property.
    public final class RealmWillChangeWithToken<T>: Publisher {
      /// The values carry no information.
      public typealias Output = Void
      /// The publisher never fails.
      public typealias Failure = Never

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
    }
  }

  extension RealmPublishers {
    /// A publisher that fires after each change of an object or a projection, and initially and after each change of a collection or of
    /// sections. It neither completes nor fails.
    ///
    /// It never fires for unmanaged or frozen values.
    public struct WillChange<C: RealmSubscribable & ThreadConfined>: Publisher {
      /// The values carry no information.
      public typealias Output = Void
      /// The publisher never fails.
      public typealias Failure = Never

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
      public func saveToken<T>(on object: T, at keyPath: WritableKeyPath<T, NotificationToken?>) -> WillChangeWithToken<C, T> {
        WillChangeWithToken(flow, TokenProperty(object: object, keyPath: keyPath))
      }
    }

    /// A `WillChange` that also stores the token of each subscription in a property.
    public final class WillChangeWithToken<C: RealmSubscribable & ThreadConfined, T>: Publisher {
      /// The values carry no information.
      public typealias Output = Void
      /// The publisher never fails.
      public typealias Failure = Never

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
    }
  }
#endif
