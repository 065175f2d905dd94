#if canImport(Combine) || Publishers
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Delivers the upstream's values and changes on a scheduler, as values of a Realm of that scheduler. Completes or fails when its
    /// upstream does.
    ///
    /// The target of a change is at the version to which the change's indexes refer: it is live if the scheduler's Realm is at that
    /// version, and frozen otherwise. Values that are not changes are live, unless the upstream publishes frozen ones. Objects and
    /// collections that have been deleted in the meantime are not delivered.
    public struct DeferredHandover<Upstream: Publisher, S: Scheduler>: Publisher {
      /// The upstream's output.
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

    /// A publisher whose `receive(on:)` delivers the upstream's values on a scheduler if it is called directly on this publisher. Completes
    /// or fails when its upstream does.
    public struct MakeThreadSafe<Upstream: Publisher>: Publisher {
      /// The upstream's output.
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

      /// Returns a publisher that delivers values on a scheduler. They belong to a Realm of that scheduler. See the guide, *Observing*.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<Upstream, S> { DeferredHandover(upstream, scheduler, pack) }
    }
  }
#endif
