import AshlarSchema
import AshlarStore
public import Dispatch

extension ProjectionObservable {
  /// Calls a block after a property that the projection shows is written, and once after the object is deleted.
  ///
  /// ```swift
  /// let token = card.observe { change in
  ///   if case .change(let card, let properties) = change { print(card, properties.map(\.name)) }
  /// }
  /// ```
  ///
  /// There is no initial call. A change lists projected properties, each with its name, its current value and, if another instance of the
  /// Realm made the change, its value at the last call; computed values are computed for both versions. If the key paths of several
  /// projected properties begin with the same property of the object, all of these projected properties are reported. The old value of a
  /// collection is nil. See `RealmCollection.observe` for when the block is called, and the guide, *Observing*.
  ///
  /// Stops the program if the object is unmanaged, frozen or deleted, or if its Realm is read-only or in a write that has changed
  /// something. Also stops the program for a key path that is neither a projected property nor a path of the object, and for a path of
  /// which no projected property shows any part.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of projected properties, or paths of the underlying object of which a projected property shows a part. Nil or an
  ///     empty array means all projected properties.
  ///   - queue: A serial queue, or the main queue, on which the block is called with a projection of an object of a Realm that is confined
  ///     to the queue. If nil, the block is called in the confinement of the caller's Realm.
  /// - Returns: A token. Releasing it ends the observation.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    _source(ObservedProjection(keyPaths)).observe(on: queue, "\(fileID):\(line)", block)
  }

  /// Observes the projection on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the projection, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the projection.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    _source(ObservedProjection(keyPaths)).observe(on: queue, "\(fileID):\(line)", block)
  }

  /// Observes the projection on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the projection.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a projection of an object of a Realm that is confined to the actor. Changes that are written after
  /// this function has returned are delivered. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = await card.observe(on: store) { store, change in store.show(change) }
  /// ```
  ///
  /// - Returns: A token. Releasing it ends the observation. If the task is cancelled, the token has no effect.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _source(ObservedProjection(keyPaths)).handover("\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  /// Observes the projection on an actor. See the overload whose key paths are strings.
  /// - Parameter keyPaths: Key paths of the projection.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _source(ObservedProjection(keyPaths)).handover("\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  /// Returns a source that reports changes of the properties in `shown`. Stops the program if the object cannot be observed.
  func _source(_ shown: ObservedProjection<Self>) -> ObservationSource<ObjectChange<Self>> {
    rootObject._requireObservable()
    let (type, core, entity, key) = (type(of: self), rootObject._realm, rootObject._entity, rootObject._rowAccess.key)
    return ObservationSource(
      core: core,
      observer: { ProjectionObserver(self, type, Self._follower(shown, core, entity, key, since: core), shown.properties, $0) },
      frozen: {
        { core, base, block in
          guard core.has(entity) else { return nil }
          return ProjectionObserver(nil, type, Self._follower(shown, core, entity, key, since: base), shown.properties, block)
        }
      })
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
