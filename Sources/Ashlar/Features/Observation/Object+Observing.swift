import AshlarSchema
import AshlarStore
public import Dispatch

extension Object {
  /// Calls a block after every version of the Realm in which something was stored to the object, and once when it is gone.
  ///
  /// There is no first call. Only the object's own properties count: a link when it leads elsewhere, a collection when its elements are
  /// others. With `keyPaths`, only what these name counts, also behind links. What was stored need not differ. See `observe` of collections
  /// for when the block is called.
  ///
  ///     token = person.observe { (change: ObjectChange<Person>) in
  ///       if case .change(_, let properties) = change { print(properties.map(\.name)) }
  ///     }
  ///
  /// Stops the program for an object that is unmanaged, frozen, of a read-only Realm or deleted, in a write that has changed something, and
  /// where the block takes changes of another type.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of properties joined by dots. None is the same as nil.
  ///   - queue: A serial queue, or the main queue, on which the block is to be called, with an object of the queue's own Realm. What is written before
  ///     the queue comes to it is told. Nil for where the caller's Realm belongs.
  /// - Returns: A token to be kept as long as the block is to be called.
  public final func observe<T: ObjectBase>(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(keyPaths, queue, "\(fileID):\(line)", block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameter block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public final func observe<T: ObjectBase>(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// See `observe(keyPaths:on:_:)`.
  /// - Parameter keyPaths: Key paths of the object, as `\.name` and `\.owner?.name`.
  public final func observe<T: ObjectBase>(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, queue, "\(fileID):\(line)", block)
  }

  /// Calls a block on a queue. See `observe(keyPaths:on:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the object, as `\.name` and `\.owner?.name`.
  ///   - block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public final func observe<T: ObjectBase>(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }
}

extension EmbeddedObject {
  /// Calls a block after every version of the Realm in which something was stored to the object, and once when it is gone. See
  /// `Object.observe`.
  public final func observe<T: ObjectBase>(
    on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(nil, queue, "\(fileID):\(line)", block)
  }

  /// Calls a block on a queue. See `Object.observe`.
  /// - Parameter block: Called on the queue, and so not isolated to an actor: what it captures is `Sendable`.
  public final func observe<T: ObjectBase>(
    on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(on: Optional(queue), fileID: fileID, line: line, block)
  }
}

// `Self` is what the block is given, so that its type need not be written; only an extension of a protocol has that.
extension ThreadConfined where Self: ObjectBase {
  /// Calls a block on an actor, with an object of the actor's own Realm. What is written after this has returned is told. See
  /// `Object.observe`.
  ///
  ///     token = await person.observe(on: store) { store, change in store.show(change) }
  ///
  /// The actor is not kept alive.
  /// - Returns: A token to be kept as long as the block is to be called; one that tells nothing when the task is cancelled.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _handover(keyPaths, "\(fileID):\(line)", Self.self, onActor(actor, block)).register(on: actor)
  }

  /// See `observe(keyPaths:on:_isolation:_:)`.
  /// - Parameter keyPaths: Key paths of the object, as `\.name` and `\.owner?.name`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: actor, _isolation: _isolation, fileID: fileID, line: line,
      block)
  }
}

extension ObjectBase {
  /// As `Object.observe`, for publishers.
  package final func _observe<T: ObjectBase>(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ place: String, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    if let queue { return _handover(keyPaths, place, T.self, block).register(on: queue) }
    _requireObservable()
    return _realm.observe(_observer(keyPaths, block))
  }

  final func _observer<T: ObjectBase>(_ keyPaths: [String]?, _ block: @escaping (ObjectChange<T>) -> Void) -> Observer {
    let (object, paths) = _observed(keyPaths, T.self)
    return ObjectObserver(object, type(of: object), ObjectFollower(_realm, _entity, _row.key, since: _realm, paths), block)
  }

  fileprivate final func _handover<T: ObjectBase>(
    _ keyPaths: [String]?, _ place: String, _: T.Type, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> Handover {
    let (object, _) = _observed(keyPaths, T.self)
    let (type, entity, key) = (type(of: object), _entity, _row.key)
    return Handover(from: _realm, place) { core, base in
      guard core.has(entity) else { return nil }
      let paths = ObservedPaths(keyPaths, entity, core, otherwise: .own)
      return ObjectObserver(nil, type, ObjectFollower(core, entity, key, since: base, paths), block)
    }
  }

  /// Stops the program unless the object can be observed.
  final func _requireObservable() {
    guard _kind == .live else { misuse(.observedUnmanagedObject) }
    _realm.requireObservable()
    guard _isValid() else { misuse(.invalidated(type: _entity.model.name)) }
  }

  // Checks what `observe` asks for.
  private final func _observed<T: ObjectBase>(_ keyPaths: [String]?, _: T.Type) -> (T, ObservedPaths) {
    _requireObservable()
    guard let object = self as? T else { misuse(.observedType(_className, "\(T.self)")) }
    return (object, ObservedPaths(keyPaths, _entity, _realm, otherwise: .own))
  }
}
