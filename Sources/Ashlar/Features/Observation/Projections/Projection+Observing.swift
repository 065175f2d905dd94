import AshlarSchema
import AshlarStore
public import Dispatch

extension ProjectionObservable {
  /// Calls a block after every version of the Realm in which something was stored to what the projection shows, and once when the object is gone.
  ///
  /// There is no first call. Each change has the name of a projected property, its value now, and where another instance of the Realm made the change its
  /// value at the last call; values that are computed are computed of both versions. Properties that begin with the same property of the object are all
  /// told. Old collections are nil. See `observe` of collections for when the block is called.
  ///
  ///     token = card.observe { change in
  ///       if case .change(let card, let properties) = change { print(card, properties.map(\.name)) }
  ///     }
  ///
  /// Stops the program for an object that is unmanaged, frozen, of a read-only Realm or deleted, in a write that has changed something, and for a key path
  /// that is neither a projected property nor a path of the object, or of which no projected property shows anything.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of projected properties, or paths of the object that these show. None is the same as nil.
  ///   - queue: A serial queue, or the main queue, on which the block is to be called, with a projection of the queue's own Realm. Nil for where the
  ///     caller's Realm belongs.
  /// - Returns: A token to be kept as long as the block is to be called.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    _observe(ObservedProjection(keyPaths), queue, "\(fileID):\(line)", block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameter block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// See `observe(keyPaths:on:_:)`.
  /// - Parameter keyPaths: Key paths of the projection.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    _observe(ObservedProjection(keyPaths), queue, "\(fileID):\(line)", block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the projection.
  ///   - block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a projection of the actor's own Realm. What is written after this has returned is told.
  /// See `observe(keyPaths:on:_:)`.
  /// - Returns: A token to be kept as long as the block is to be called; one that tells nothing when the task is cancelled.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _handover(ObservedProjection(keyPaths), "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  /// See `observe(keyPaths:on:_isolation:_:)`.
  /// - Parameter keyPaths: Key paths of the projection.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _handover(ObservedProjection(keyPaths), "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  private func _observe(
    _ observed: ObservedProjection<Self>, _ queue: DispatchQueue?, _ place: String, _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    if let queue { return _handover(observed, place, block).register(on: queue) }
    rootObject._requireObservable()
    return rootObject._realm.observe(_observer(observed, block))
  }

  func _observer(_ observed: ObservedProjection<Self>, _ block: @escaping (ObjectChange<Self>) -> Void) -> Observer {
    let (core, entity, key) = (rootObject._realm, rootObject._entity, rootObject._row.key)
    return ProjectionObserver(self, type(of: self), Self._follower(observed, core, entity, key, since: core), observed.properties, block)
  }

  private func _handover(
    _ observed: ObservedProjection<Self>, _ place: String, _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> Handover {
    rootObject._requireObservable()
    let (type, core, entity, key) = (type(of: self), rootObject._realm, rootObject._entity, rootObject._row.key)
    // Wrong key paths stop the program here.
    _ = Self._follower(observed, core, entity, key, since: core)
    return Handover(from: core, place) { core, base in
      guard core.has(entity) else { return nil }
      return ProjectionObserver(nil, type, Self._follower(observed, core, entity, key, since: base), observed.properties, block)
    }
  }

  private static func _follower(
    _ observed: ObservedProjection<Self>, _ core: _RealmCore, _ entity: _Entity, _ key: Int64, since base: _RealmCore
  ) -> ObjectFollower {
    let unknown = observed.paths.first { ObservedPaths.unknownName(in: $0, entity, core) != nil }
    if let unknown { misuse(.observedProjectionPath(unknown, "\(Self.self)", entity.model.name)) }
    if let hidden = observed.hidden { misuse(.observedHiddenPath(hidden, "\(Self.self)")) }
    return ObjectFollower(core, entity, key, since: base, ObservedPaths(observed.paths, entity, core, otherwise: .own))
  }
}
