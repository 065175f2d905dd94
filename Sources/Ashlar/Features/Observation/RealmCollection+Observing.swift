import AshlarSchema
import AshlarStore
public import Dispatch

extension RealmCollection {
  /// Calls a block with the collection, and then with its changes after each version that the Realm reads.
  ///
  /// ```swift
  /// let token = people.observe { change in
  ///   switch change {
  ///   case .initial(let people): print(people.count)
  ///   case .update(let people, let deletions, let insertions, let modifications):
  ///     print(deletions, insertions.map { people[$0].name }, modifications)
  ///   case .error: break
  ///   }
  /// }
  /// ```
  ///
  /// The first call, `.initial`, is made later. A Realm of the main queue, a serial queue or an actor calls the block in a turn of its own;
  /// a Realm of a thread or a task calls it in `refresh()`; and every Realm calls it before a write begins. No call is made inside a
  /// commit. Several versions cause one call with their net change, or none if nothing changed. In the block, positions match the
  /// collection. A block may write, observe, and end tokens.
  ///
  /// An element that is an object counts as modified when it, or an object up to three links away, is written, or with `keyPaths`, when one
  /// of those properties is written. A write counts even if it stores an equal value. Elements of a list are compared: replacing an element
  /// by an equal one does not modify it.
  ///
  /// Stops the program for a collection that is unmanaged, frozen or of a read-only Realm, and inside a write that has changed something.
  ///
  /// Complexity of a call: O(changed rows) to compare rows and O(elements) to copy keys, plus the evaluation of conditions that follow
  /// links, of sort orders and of distinct rows. See the guide, *Observing*.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of properties, joined by dots. Only writes to the property at the end of a path, and to links on the path, modify
  ///     an element. An empty array has the same effect as nil.
  ///   - queue: A serial queue, or the main queue, on which the block is called with a collection of the queue's own Realm. If nil, the
  ///     block is called in the confinement of the caller's Realm.
  /// - Returns: A token. Releasing it ends the observation.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    if let queue { return _handover(keyPaths, "\(fileID):\(line)", block).register(on: queue) }
    return _observableCore().observe(_observer(keyPaths, block))
  }

  /// Observes the collection on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = people.observe(on: queue) { change in
  ///   if case .initial(let people) = change { print(people.count) }
  /// }
  /// ```
  ///
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a collection of the actor's own Realm. Changes that are written after this has returned are delivered.
  /// See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = await people.observe(on: store) { store, change in store.show(change) }
  /// ```
  ///
  /// The observation does not retain the actor. See the guide, *Observing*.
  /// - Returns: A token. Releasing it ends the observation. If the task is cancelled or the owner of the collection was deleted, the token
  ///   has no effect.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken {
    await _handover(keyPaths, "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  // Traps unless the collection can be observed.
  func _observableCore() -> _RealmCore {
    if let place = _collectionBase?.place {
      place.core.requireObservable()
      if !place.isValid { misuse(.collectionGone(kind: "List")) }
      return place.core
    }
    let results = _resultsCore
    guard let core = results.core else { misuse(.observedUnmanaged) }
    core.requireObservable()
    if results.isInvalidated { misuse(.invalidated(type: "\(Self.self)")) }
    return core
  }

  func _observer(_ keyPaths: [String]?, _ block: @escaping (RealmCollectionChange<Self>) -> Void) -> Observer {
    if let home = ObservedHome(self) { return ElementsObserver(self, home, home.paths(keyPaths), block) }
    guard let core = _resultsCore.core else { misuse(.observedUnmanaged) }
    return RowsObserver(self, core, .ofElements(keyPaths, Element.self, _resultsCore.entity, core), block)
  }

  private func _handover(
    _ keyPaths: [String]?, _ place: String, _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> Handover {
    let core = _observableCore()
    // Invalid key paths stop the program here, not in the other confinement.
    _ = _observer(keyPaths) { _ in }
    let frozen = freeze()
    return Handover(from: core, place) { core, _ in remade(frozen, in: core)?._observer(keyPaths, block) }
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Observes the collection, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = people.observe(keyPaths: [\.name, \.dogs[0].name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the collection on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the collection on an actor. See `observe(keyPaths:on:_isolation:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Element>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: actor, _isolation: _isolation, fileID: fileID, line: line,
      block)
  }
}

extension _ManagedCollection {
  /// The changes that modify an element; nil for values.
  func observedPaths(_ keyPaths: [String]?) -> ObservedPaths? {
    guard layout.value == .link else {
      if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
      return nil
    }
    return ObservedPaths(keyPaths, target, core, otherwise: .deep(ObservedPaths.defaultDepth))
  }
}

/// An element that shows parts of an object, and states which of its paths observers depend on.
protocol ElementWithPaths {
  /// Returns the observed paths of the object.
  static func _observedPaths(_ keyPaths: [String]?) -> [String]
}

extension ObservedPaths {
  static func ofElements<Element>(
    _ keyPaths: [String]?, _ type: Element.Type, _ entity: _Entity, _ core: _RealmCore
  ) -> ObservedPaths {
    guard let view = type as? any ElementWithPaths.Type else {
      return ObservedPaths(keyPaths, entity, core, otherwise: .deep(defaultDepth))
    }
    return ObservedPaths(view._observedPaths(keyPaths), entity, core, otherwise: .own)
  }
}
