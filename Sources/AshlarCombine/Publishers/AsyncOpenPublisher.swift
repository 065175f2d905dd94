#if canImport(Combine) || Publishers
  public import Ashlar
  import Dispatch
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif
  import AshlarStore

  extension Realm {
    /// Returns a publisher that opens a Realm for each subscriber, sends it and completes.
    ///
    /// The Realm is opened and sent on the main queue, or on the queue passed to `receive(on:)`. The publisher fails with the error if the
    /// Realm cannot be opened.
    ///
    /// ```swift
    /// let cancellable = Realm.asyncOpen()
    ///   .sink(receiveCompletion: { print($0) }, receiveValue: { realm in print(realm.objects(Person.self).count) })
    /// ```
    ///
    /// - Parameter configuration: The configuration of the Realm.
    public static func asyncOpen(configuration: Configuration = .defaultConfiguration) -> RealmPublishers.AsyncOpenPublisher {
      RealmPublishers.AsyncOpenPublisher(configuration, .main)
    }
  }

  extension RealmPublishers {
    /// A publisher that opens a Realm, sends it and completes, or fails if the Realm cannot be opened.
    public struct AsyncOpenPublisher: Publisher {
      /// The opened Realm, confined to the queue.
      public typealias Output = Realm
      /// The error that opening throws.
      public typealias Failure = any Error

      private let configuration: Realm.Configuration
      private let queue: DispatchQueue

      init(_ configuration: Realm.Configuration, _ queue: DispatchQueue) {
        self.configuration = configuration
        self.queue = queue
      }

      /// Returns a publisher that opens the Realm on a serial dispatch queue and confines it to that queue.
      ///
      /// - Parameter scheduler: A serial dispatch queue; any other scheduler stops the program.
      public func receive<S: Scheduler>(on scheduler: S) -> Self {
        guard let queue = scheduler as? DispatchQueue else {
          fatalError("Cannot subscribe on scheduler \(scheduler): only serial dispatch queues are currently implemented.")
        }
        return AsyncOpenPublisher(configuration, queue)
      }

      /// Opens the Realm for the subscriber.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Realm, S.Failure == Failure {
        let subscription = AsyncOpenSubscription()
        subscriber.receive(subscription: subscription)
        let (configuration, queue) = (configuration, queue)
        // These closures are called on the queue only.
        nonisolated(unsafe) let send: (Realm) -> Void = { _ = subscriber.receive($0) }
        nonisolated(unsafe) let finish: (Subscribers.Completion<any Error>) -> Void = { subscriber.receive(completion: $0) }
        queue.async {
          if subscription.isCancelled { return }
          do {
            let realm = try Realm(configuration: configuration, queue: queue)
            if !subscription.isCancelled { send(realm) }
            if !subscription.isCancelled { finish(.finished) }
          } catch {
            if !subscription.isCancelled { finish(.failure(error)) }
          }
        }
      }
    }

    /// A subscription to a Realm that is being opened. If it is cancelled before opening begins, the Realm is not opened; if it is
    /// cancelled later, the subscriber receives nothing.
    public struct AsyncOpenSubscription: Subscription, Sendable {
      private final class State: Sendable { let isCancelled = Guarded(false) }

      private let state = State()

      /// An identifier that is unique to the subscription.
      public var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

      init() {}

      /// Does nothing: demand is ignored, because a single Realm is sent.
      public func request(_ demand: Subscribers.Demand) {}

      /// Cancels the subscription. If opening has not begun, the Realm is not opened; if it has begun, the Realm is not sent.
      public func cancel() { state.isCancelled.withLock { $0 = true } }

      var isCancelled: Bool { state.isCancelled.withLock { $0 } }
    }
  }
#endif
