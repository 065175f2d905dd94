#if canImport(Combine) || Publishers
  import Ashlar
  import Dispatch
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import AshlarStore

  /// Takes values to a scheduler: what they refer to is packed where they are sent, and found again there.
  struct Relay<Upstream: Publisher, S: Scheduler> {
    let upstream: Upstream
    let scheduler: S
    /// Called where a value is sent.
    let pack: (Upstream.Output) -> PackedValue<Upstream.Output>

    func subscribe<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
      upstream.subscribe(Carrier(downstream: downstream, scheduler: scheduler, pack: pack))
    }

    // It has no lock: a downstream is called on the scheduler only, but for its subscription. What is scheduled retains it, and the scheduler may
    // never run: it must not retain the upstream, which has the object that is observed.
    private final class Carrier<Downstream: Subscriber>: Subscriber, Subscription
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
      private let downstream: Downstream
      private let scheduler: S
      private let pack: (Upstream.Output) -> PackedValue<Upstream.Output>
      private let state = Guarded<State>(State())

      private struct State: @unchecked Sendable {
        var upstream: (any Subscription)?
        // Those on their way, by number. The scheduler does not hold them: it may never run, and they keep the file open.
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

      // The upstream's subscription, unless it was over already.
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

  /// A value that can be taken elsewhere.
  struct PackedValue<Value> {
    /// Called once, where the value is wanted; with the queue that this is, if any. Nil when what it refers to is gone.
    let unpack: (DispatchQueue?) -> Value?
  }

  /// The Realm at a place where a value is wanted.
  func realmHere(_ configuration: Realm.Configuration, _ queue: DispatchQueue?) -> Realm {
    do {
      return try Realm(configuration: configuration, queue: queue)
    } catch {
      preconditionFailure("A published value cannot be received: its Realm cannot be opened there: \(error)")
    }
  }
#endif
