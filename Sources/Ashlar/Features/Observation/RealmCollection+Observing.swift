import AshlarSchema
import AshlarStore
public import Dispatch

extension RealmCollection {
  /// Calls a block with the collection, and then with what changed in it after every version that its Realm moves to.
  ///
  /// The first call, `.initial`, comes later. A Realm of the main queue, a serial queue or an actor calls in a turn of its own there; a Realm of a thread or
  /// a task calls in `refresh()`; and every Realm calls before a write begins. Nothing is called inside of a commit. Several versions make one call with
  /// the net change; none is made where nothing changed. In the block the positions fit the collection. It may write, observe, and end tokens.
  ///
  ///     token = people.observe { change in
  ///       if case .update(let people, let deletions, let insertions, let modifications) = change { … }
  ///     }
  ///
  /// An element that is an object is modified when something was stored to it, or to an object that links lead to in three steps, or in what
  /// `keyPaths` names. What was stored need not differ. Of a list, elements are compared: one that is replaced by an equal one is not modified.
  ///
  /// Stops the program for a collection that is unmanaged, frozen or of a read-only Realm, and in a write that has changed something.
  ///
  /// Complexity of a call: O(changed rows) for comparing, and O(elements) of copying keys; where a condition leads through links, and where there is
  /// an order or distinct rows, what evaluating these takes.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of properties joined by dots. Only what is stored there modifies an element: to the property at the end, and to links on
  ///     the way. None is the same as nil.
  ///   - queue: A serial queue, or the main queue, on which the block is to be called, with a collection of the queue's own Realm. Nil for where the
  ///     caller's Realm belongs.
  /// - Returns: A token to be kept as long as the block is to be called.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    if let queue { return _handover(keyPaths, "\(fileID):\(line)", block).register(on: queue) }
    return _observableCore().observe(_observer(keyPaths, block))
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameter block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with a collection of the actor's own Realm. What is written after this has returned is told. See
  /// `observe(keyPaths:on:_:)`.
  ///
  ///     token = await people.observe(on: store) { store, change in store.show(change) }
  ///
  /// The actor is not kept alive.
  /// - Returns: A token to be kept as long as the block is to be called; one that tells nothing when the task is cancelled, or what owns the
  ///   collection is gone.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken {
    await _handover(keyPaths, "\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  // Checks what `observe` asks for.
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
    // Wrong key paths stop the program here.
    _ = _observer(keyPaths) { _ in }
    let frozen = freeze()
    return Handover(from: core, place) { core, _ in remade(frozen, in: core)?._observer(keyPaths, block) }
  }
}

extension RealmCollection where Element: ObjectBase {
  /// See `observe(keyPaths:on:_:)`.
  /// - Parameter keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
  ///   - block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// See `observe(keyPaths:on:_isolation:_:)`.
  /// - Parameter keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
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
  /// What counts as a change of an element; nil for values.
  func observedPaths(_ keyPaths: [String]?) -> ObservedPaths? {
    guard layout.value == .link else {
      if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
      return nil
    }
    return ObservedPaths(keyPaths, target, core, otherwise: .deep(ObservedPaths.defaultDepth))
  }
}

/// Elements that show parts of objects: of these, paths say where observers look.
protocol ElementWithPaths {
  /// Paths of the object.
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
