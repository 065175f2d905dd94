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

  /// The closures that an observation calls: one sends an output to the subscriber, the other completes the subscriber.
  struct Sink<Output> {
    let send: (Output) -> Void
    let finish: () -> Void
  }

  /// Starts observations for the subscribers of a publisher.
  ///
  /// Demand is ignored: changes cannot be deferred, so values are sent within the observer's callback.
  struct ChangeFlow<Output> {
    let observe: (DispatchQueue?, Sink<Output>) -> NotificationToken
    /// Packs an output for delivery on another thread.
    let pack: (Output) -> PackedValue<Output>
    var queue: DispatchQueue?

    init(
      pack: @escaping (Output) -> PackedValue<Output>, _ observe: @escaping (DispatchQueue?, Sink<Output>) -> NotificationToken
    ) {
      self.observe = observe
      self.pack = pack
    }

    /// Returns a flow that observes on a serial dispatch queue. Stops the program if the scheduler is of any other kind.
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

  /// A property that receives the token of each new subscription.
  struct TokenProperty<T> {
    let object: T
    let keyPath: WritableKeyPath<T, NotificationToken?>

    func save(_ token: NotificationToken) {
      var object = object
      object[keyPath: keyPath] = token
    }
  }

  extension RealmPublishers {
    /// A subscription to the changes of a Realm, an object or a collection. Cancelling it ends the observation.
    public struct ObservationSubscription: Subscription, Sendable {
      private final class State: Sendable {
        let token = Guarded<(token: NotificationToken?, isOver: Bool)>((nil, false))
      }

      private let state = State()

      /// An identifier that is unique to the observation.
      public var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

      init() {}

      /// Does nothing: demand is ignored, because changes cannot be deferred.
      public func request(_ demand: Subscribers.Demand) {}

      /// Ends the observation. May be called on any thread; the subscriber receives no completion.
      public func cancel() { end() }

      var isCancelled: Bool { state.token.withLock { $0.isOver } }

      func keep(_ token: NotificationToken) {
        let isOver = state.token.withLock { state in
          if !state.isOver { state.token = token }
          return state.isOver
        }
        if isOver { token.invalidate() }
      }

      // Returns false if the subscription had already ended.
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
