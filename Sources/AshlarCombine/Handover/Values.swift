#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension RealmPublishers {
    /// Values delivered on a scheduler, as those of a Realm there. What was deleted meanwhile is left out.
    public struct Handover<Upstream: Publisher, S: Scheduler>: Publisher where Upstream.Output: ThreadConfined {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .reference(to: $0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Values delivered on a scheduler, as those of a Realm there. What was deleted meanwhile is left out.
    public struct DeferredHandover<Upstream: Publisher, S: Scheduler>: Publisher where Upstream.Output: ThreadConfined {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let relay: Relay<Upstream, S>

      init(_ upstream: Upstream, _ scheduler: S) {
        relay = Relay(upstream: upstream, scheduler: scheduler, pack: { .reference(to: $0) })
      }

      /// Begins to observe.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure { relay.subscribe(subscriber) }
    }
  }

  extension RealmPublishers {
    /// Values that the next `receive(on:)` takes to a scheduler.
    public struct MakeThreadSafe<Upstream: Publisher>: Publisher where Upstream.Output: ThreadConfined {
      /// What is sent.
      public typealias Output = Upstream.Output
      /// The upstream's.
      public typealias Failure = Upstream.Failure

      private let upstream: Upstream
      init(_ upstream: Upstream) { self.upstream = upstream }

      /// Passes on what the upstream sends.
      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { upstream.subscribe(subscriber) }

      /// The same, delivered on a scheduler, with values of a Realm there.
      public func receive<S: Scheduler>(on scheduler: S) -> DeferredHandover<Upstream, S> { DeferredHandover(upstream, scheduler) }
    }
  }
#endif
