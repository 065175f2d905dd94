import AshlarSchema
public import Dispatch

extension Map {
  /// Calls a block with the map, and then with the keys of changed entries.
  ///
  /// ```swift
  /// let token = map.observe { change in
  ///   if case .update(let map, _, let insertions, _) = change {
  ///     for key in insertions { print(key, map[key] as Any) }
  ///   }
  /// }
  /// ```
  ///
  /// An entry counts as modified when it has another value. An entry with an object also counts as modified when that object, or an object
  /// up to three links away, is written, or with `keyPaths`, when one of their properties is written. See `RealmCollection.observe` for
  /// when the block is called and for the parameters, and the guide, *Observing*.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    if let queue { return handover(keyPaths, "\(fileID):\(line)", block).register(on: queue) }
    return observable().core.observe(observer(keyPaths, block))
  }

  /// Observes the map on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a map of the actor's own Realm. See `RealmCollection.observe`.
  ///
  /// ```swift
  /// let token = await map.observe(on: store) { store, change in store.show(change) }
  /// ```
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await handover(keyPaths, "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  // Traps unless the map can be observed.
  func observable() -> ObservedHome {
    guard let home = ObservedHome(self) else { misuse(.observedUnmanaged) }
    home.core.requireObservable()
    if isInvalidated { misuse(place == nil ? .invalidated(type: home.entity.model.name) : .collectionGone(kind: "Map")) }
    return home
  }

  func observer(_ keyPaths: [String]?, _ block: @escaping (RealmMapChange<Map>) -> Void) -> Observer {
    guard let home = ObservedHome(self) else { misuse(.observedUnmanaged) }
    return MapObserver(self, home.core, home.paths(keyPaths), block)
  }

  private func handover(_ keyPaths: [String]?, _ place: String, _ block: @escaping (RealmMapChange<Map>) -> Void) -> Handover {
    let home = observable()
    // Invalid key paths stop the program here, not in the other confinement.
    _ = home.paths(keyPaths)
    let frozen = freeze()
    return Handover(from: home.core, place) { core, _ in frozen.remade(in: core)?.observer(keyPaths, block) }
  }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// Observes the map, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = map.observe(keyPaths: [\.name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the objects that are values.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the map on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the objects that are values.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the map on an actor. See `observe(keyPaths:on:_isolation:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the objects that are values.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: actor, _isolation: _isolation, fileID: fileID, line: line,
      block)
  }
}
