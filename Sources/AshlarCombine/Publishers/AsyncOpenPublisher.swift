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
    /// Opens a Realm when it is subscribed to, and sends it: on the main queue, or where `receive(on:)` says.
    public static func asyncOpen(configuration: Configuration = .defaultConfiguration) -> RealmPublishers.AsyncOpenPublisher {
      RealmPublishers.AsyncOpenPublisher(configuration, .main)
    }
  }

  extension RealmPublishers {
    /// Opens a Realm, sends it and completes; fails when it cannot be opened.
    public struct AsyncOpenPublisher: Publisher {
      /// The Realm, which belongs to the queue.
      public typealias Output = Realm
      /// Why it cannot be opened.
      public typealias Failure = any Error

      private let configuration: Realm.Configuration
      private let queue: DispatchQueue

      init(_ configuration: Realm.Configuration, _ queue: DispatchQueue) {
        self.configuration = configuration
        self.queue = queue
      }

      /// The same, opened on a serial dispatch queue, to which the Realm then belongs.
      public func receive<S: Scheduler>(on scheduler: S) -> Self {
        guard let queue = scheduler as? DispatchQueue else {
          fatalError("Cannot subscribe on scheduler \(scheduler): only serial dispatch queues are currently implemented.")
        }
        return AsyncOpenPublisher(configuration, queue)
      }

      /// Opens the Realm.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Realm, S.Failure == Failure {
        let subscription = AsyncOpenSubscription()
        subscriber.receive(subscription: subscription)
        let (configuration, queue) = (configuration, queue)
        // Touched on the queue only.
        nonisolated(unsafe) let send: (Realm) -> Void = { _ = subscriber.receive($0) }
        nonisolated(unsafe) let finish: (Subscribers.Completion<any Error>) -> Void = { subscriber.receive(completion: $0) }
        queue.async {
          if subscription.isCancelled { return }
          do {
            send(try Realm(configuration: configuration, queue: queue))
            finish(.finished)
          } catch {
            finish(.failure(error))
          }
        }
      }
    }

    /// A subscription to a Realm that is being opened. What is cancelled before is not opened.
    public struct AsyncOpenSubscription: Subscription, Sendable {
      private final class State: Sendable { let isCancelled = Guarded(false) }

      private let state = State()

      /// Identifies the subscription.
      public var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

      init() {}

      /// Demand is ignored: there is one Realm.
      public func request(_ demand: Subscribers.Demand) {}

      /// Nothing is opened or sent any more.
      public func cancel() { state.isCancelled.withLock { $0 = true } }

      var isCancelled: Bool { state.isCancelled.withLock { $0 } }
    }
  }
#endif
