#if canImport(Combine) || Publishers
  import Ashlar
  import Dispatch
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import AshlarStore

  /// Delivers values on a scheduler: packs them on the upstream's thread, and resolves them on the scheduler.
  struct Relay<Upstream: Publisher, S: Scheduler> {
    let upstream: Upstream
    let scheduler: S
    /// Called on the thread that publishes the value.
    let pack: (Upstream.Output) -> PackedValue<Upstream.Output>

    func subscribe<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
      upstream.subscribe(Carrier(downstream: downstream, scheduler: scheduler, pack: pack))
    }

    // `downstream` needs no lock: it is called only on the scheduler, except when it receives its subscription. Scheduled blocks retain the
    // carrier, and the scheduler may never run them. The carrier must therefore not retain the upstream publisher, which retains the
    // observed object.
    private final class Carrier<Downstream: Subscriber>: Subscriber, Subscription
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
      private let downstream: Downstream
      private let scheduler: S
      private let pack: (Upstream.Output) -> PackedValue<Upstream.Output>
      private let state = Guarded<State>(State())

      private struct State: @unchecked Sendable {
        var upstream: (any Subscription)?
        // The packed values that have not been delivered yet, by number. Scheduled blocks capture only the number: the scheduler may never
        // run them, and a packed value keeps the file open.
        var packed: [Int: PackedValue<Upstream.Output>] = [:]
        var nextNumber = 0
        var isOver = false
      }

      init(downstream: Downstream, scheduler: S, pack: @escaping (Upstream.Output) -> PackedValue<Upstream.Output>) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.pack = pack
      }

      var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }

      func receive(subscription: any Subscription) {
        nonisolated(unsafe) let subscription = subscription
        state.withLock { $0.upstream = subscription }
        downstream.receive(subscription: self)
        subscription.request(.unlimited)
      }

      func receive(_ input: Upstream.Output) -> Subscribers.Demand {
        nonisolated(unsafe) let packed = pack(input)
        let queue = scheduler as? DispatchQueue
        let number = state.withLock { state -> Int? in
          if state.isOver { return nil }
          state.nextNumber += 1
          state.packed[state.nextNumber] = packed
          return state.nextNumber
        }
        guard let number else { return .none }
        scheduler.schedule { [self] in
          nonisolated(unsafe) let packed = state.withLock { $0.packed.removeValue(forKey: number) }
          if let value = packed?.unpack(queue), !isOver { _ = downstream.receive(value) }
        }
        return .none
      }

      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        scheduler.schedule { [self] in
          if end() != nil { downstream.receive(completion: completion) }
        }
      }

      func request(_ demand: Subscribers.Demand) {}
      func cancel() { end()?.cancel() }

      private var isOver: Bool { state.withLock { $0.isOver } }

      // Returns the upstream's subscription, or nil if this subscription had already ended.
      @discardableResult
      private func end() -> (any Subscription)? {
        let ended = state.withLock { state in
          defer { state = State(isOver: true) }
          return state
        }
        return ended.isOver ? nil : ended.upstream
      }
    }
  }

  /// A value prepared for delivery on another thread.
  struct PackedValue<Value> {
    /// Called once on the scheduler. The argument is the scheduler itself if it is a dispatch queue, otherwise nil. Returns nil if the
    /// packed object or collection has been deleted.
    let unpack: (DispatchQueue?) -> Value?
  }

  /// Opens the Realm that is confined to `queue`, or to the current thread if `queue` is nil. Stops the program if it cannot be opened.
  func realmHere(_ configuration: Realm.Configuration, _ queue: DispatchQueue?) -> Realm {
    do {
      return try Realm(configuration: configuration, queue: queue)
    } catch {
      ProcessEnd.wait(asCauseOf: "\(error)")
      preconditionFailure("A published value cannot be received: its Realm cannot be opened where it is received: \(error)")
    }
  }
#endif
