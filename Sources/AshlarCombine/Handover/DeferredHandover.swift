#if canImport(Combine) || Publishers
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Delivers what an upstream publishes on a scheduler, with values of a Realm there.
    ///
    /// A change keeps the version that its indexes refer to: its value is live if that version is the newest at the scheduler, else frozen. Values that
    /// are no changes are live. What was deleted in the meantime is left out.
    public struct DeferredHandover<Upstream: Publisher, S: Scheduler>: Publisher {
      /// What the upstream publishes.
      public typealias Output = Upstream.Output
      /// The upstream's failure.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S, _ pack: @escaping (Output) -> PackedValue<Output>) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: pack)
      }

      /// Subscribes to the upstream for the subscriber.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }

    /// Publishes what an upstream does. `receive(on:)`, called directly on it, takes the values to a scheduler.
    public struct MakeThreadSafe<Upstream: Publisher>: Publisher {
      /// What the upstream publishes.
      public typealias Output = Upstream.Output
      /// The upstream's failure.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      private let pack: (Output) -> PackedValue<Output>

      init(_ upstream: Upstream, _ pack: @escaping (Output) -> PackedValue<Output>) {
        self.upstream = upstream
        self.pack = pack
      }

      /// Subscribes to the upstream for the subscriber.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// Delivers on a scheduler; values belong to a Realm of that scheduler.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<Upstream, S> { DeferredHandover(upstream, scheduler, pack) }
    }
  }
#endif
