#if canImport(Combine) || Publishers
  import Ashlar
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif

  // A subscriber that forwards its input to a sink.
  private struct Taking<Input>: Subscriber {
    typealias Failure = Never
    let combineIdentifier = CombineIdentifier()
    let sink: Sink<Input>

    func receive(subscription: any Subscription) {}
    func receive(_ input: Input) -> Subscribers.Demand {
      sink.send(input)
      return .unlimited
    }
    func receive(completion: Subscribers.Completion<Never>) { sink.finish() }
  }

  extension ChangeFlow where Output: RealmSubscribable & ThreadConfined {
    /// Publishes the observed value itself, without the change.
    static func values(_ observed: Output, _ keyPaths: [String]?) -> ChangeFlow {
      ChangeFlow(pack: { .reference(to: $0) }) { queue, sink in observed._observe(keyPaths, on: queue, Taking(sink: sink)) }
    }

    /// Publishes the object of each change.
    static func changed(_ changes: ChangeFlow<ObjectChange<Output>>) -> ChangeFlow {
      ChangeFlow(pack: { .reference(to: $0) }) { queue, sink in
        changes.observe(
          queue,
          Sink<ObjectChange<Output>>(send: { if case .change(let object, _) = $0 { sink.send(object) } }, finish: sink.finish))
      }
    }
  }

  extension ChangeFlow where Output == Void {
    static func same(_: Void) -> PackedValue<Void> { PackedValue { _ in () } }

    /// A flow that observes nothing and never publishes.
    static var silent: ChangeFlow { ChangeFlow(pack: same) { _, _ in .inert() } }

    static func calls(_ observed: some RealmSubscribable) -> ChangeFlow {
      ChangeFlow(pack: same) { _, sink in observed._observe(nil, Taking(sink: sink)) }
    }
  }

  extension ChangeFlow {
    static func object<T: ObjectBase & ThreadConfined>(_ object: T, _ keyPaths: [String]?) -> ChangeFlow where Output == ObjectChange<T> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in
        object._observe(keyPaths, queue, "a publisher") { (change: ObjectChange<T>) in
          sink.send(change)
          if case .deleted = change { sink.finish() }
        }
      }
    }

    static func projection<T: ProjectionObservable>(_ projection: T, _ keyPaths: [String]?) -> ChangeFlow where Output == ObjectChange<T> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in
        projection.observe(keyPaths: keyPaths, on: queue) { change in
          sink.send(change)
          if case .deleted = change { sink.finish() }
        }
      }
    }

    static func collection<C: RealmCollection>(_ collection: C, _ keyPaths: [String]?) -> ChangeFlow
    where Output == RealmCollectionChange<C> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in collection.observe(keyPaths: keyPaths, on: queue) { sink.send($0) } }
    }

    static func map<Key, Value>(
      _ map: Map<Key, Value>, _ keyPaths: [String]?
    ) -> ChangeFlow where Output == RealmMapChange<Map<Key, Value>> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in map.observe(keyPaths: keyPaths, on: queue) { sink.send($0) } }
    }

    static func sections<Key, Element>(
      _ sections: SectionedResults<Key, Element>, _ keyPaths: [String]?
    ) -> ChangeFlow where Output == SectionedResultsChange<SectionedResults<Key, Element>> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in sections.observe(keyPaths: keyPaths, on: queue) { sink.send($0) } }
    }

    static func section<Key, Element>(
      _ section: ResultsSection<Key, Element>, _ keyPaths: [String]?
    ) -> ChangeFlow where Output == SectionedResultsChange<ResultsSection<Key, Element>> {
      ChangeFlow(pack: { .change($0) }) { queue, sink in section.observe(keyPaths: keyPaths, on: queue) { sink.send($0) } }
    }
  }
#endif
