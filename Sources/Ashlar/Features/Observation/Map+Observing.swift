import AshlarSchema
public import Dispatch

extension Map {
  /// Calls a block with the map, and then with the keys whose entries changed. See `observe` of other collections.
  ///
  /// An entry is modified when it has another value. One that is an object is also modified when something was stored to that, or to objects that
  /// links lead to in three steps, or in what `keyPaths` names.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    if let queue { return handover(keyPaths, "\(fileID):\(line)", block).register(on: queue) }
    return observable().core.observe(observer(keyPaths, block))
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameter block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a map of the actor's own Realm. See `observe` of other collections.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await handover(keyPaths, "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  // Checks what `observe` asks for.
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
    // Wrong key paths stop the program here.
    _ = home.paths(keyPaths)
    let frozen = freeze()
    return Handover(from: home.core, place) { core, _ in frozen.remade(in: core)?.observer(keyPaths, block) }
  }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// See `observe(keyPaths:on:_:)`.
  /// - Parameter keyPaths: Key paths of the objects that are values.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the objects that are values.
  ///   - block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// See `observe(keyPaths:on:_isolation:_:)`.
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
