#if canImport(Combine) || Publishers
  import Ashlar
  import Dispatch
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
    import OpenCombineDispatch
  #endif
  import AshlarStore

  /// What an observation gives its publisher.
  struct Sink<Output> {
    let send: (Output) -> Void
    let finish: () -> Void
  }

  /// How a publisher observes.
  ///
  /// Demand is ignored: what is observed does not wait, and values are sent inside of the observer's call.
  struct ChangeFlow<Output> {
    let observe: (DispatchQueue?, Sink<Output>) -> NotificationToken
    /// Prepares an output for another thread.
    let pack: (Output) -> PackedValue<Output>
    var queue: DispatchQueue?

    init(
      pack: @escaping (Output) -> PackedValue<Output>, _ observe: @escaping (DispatchQueue?, Sink<Output>) -> NotificationToken
    ) {
      self.observe = observe
      self.pack = pack
    }

    /// The same, observed on a queue.
    func on<S: Scheduler>(_ scheduler: S) -> ChangeFlow {
      guard let queue = scheduler as? DispatchQueue else {
        fatalError("Cannot subscribe on scheduler \(scheduler): only serial dispatch queues are currently implemented.")
      }
      var result = self
      result.queue = queue
      return result
    }

    func subscribe<S: Subscriber>(_ subscriber: S, _ save: ((NotificationToken) -> Void)? = nil) where S.Input == Output {
      let subscription = ObservationSubscription()
      subscriber.receive(subscription: subscription)
      if subscription.isCancelled { return }
      let token = observe(
        queue,
        Sink(
          send: { if !subscription.isCancelled { _ = subscriber.receive($0) } },
          finish: { if subscription.end() { subscriber.receive(completion: .finished) } }))
      subscription.keep(token)
      save?(token)
    }
  }

  /// A property in which each new token is put.
  struct TokenProperty<T> {
    let object: T
    let keyPath: WritableKeyPath<T, NotificationToken?>

    func save(_ token: NotificationToken) {
      var object = object
      object[keyPath: keyPath] = token
    }
  }

  extension RealmPublishers {
    /// A subscription to what a Realm tells. Cancelling it ends the observation.
    public struct ObservationSubscription: Subscription, Sendable {
      private final class State: Sendable {
        let token = Guarded<(token: NotificationToken?, isOver: Bool)>((nil, false))
      }

      private let state = State()

      /// Identifies the subscription.
      public var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

      init() {}

      /// Demand is ignored: changes do not wait.
      public func request(_ demand: Subscribers.Demand) {}

      /// Ends the observation. May be called anywhere.
      public func cancel() { end() }

      var isCancelled: Bool { state.token.withLock { $0.isOver } }

      func keep(_ token: NotificationToken) {
        let isOver = state.token.withLock { state in
          if !state.isOver { state.token = token }
          return state.isOver
        }
        if isOver { token.invalidate() }
      }

      // False when it was over already.
      @discardableResult
      func end() -> Bool {
        let (token, wasOver) = state.token.withLock { state in
          defer { state = (nil, true) }
          return state
        }
        token?.invalidate()
        return !wasOver
      }
    }
  }

  typealias ObservationSubscription = RealmPublishers.ObservationSubscription
#endif
