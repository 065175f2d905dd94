import AshlarSchema
import AshlarStore
public import Dispatch

extension Object {
  /// Calls a block after the object is written, and once after it is deleted.
  ///
  /// ```swift
  /// let token = person.observe { (change: ObjectChange<Person>) in
  ///   switch change {
  ///   case .change(let person, let properties): print(person.name, properties.map(\.name))
  ///   case .deleted: print("The person was deleted.")
  ///   case .error: break
  ///   }
  /// }
  /// ```
  ///
  /// There is no initial call. Only writes to the object's own properties are reported: an assignment of a link is reported, but a write to
  /// the linked object is not. With `keyPaths`, only writes to the properties that they name are reported, including properties of linked
  /// objects. A write is reported even if it stores an equal value. See `RealmCollection.observe` for when the block is called, and the
  /// guide, *Observing*.
  ///
  /// Stops the program if the object is unmanaged, frozen or deleted, if its Realm is read-only or in a write that has changed something,
  /// if a name in `keyPaths` is not a property, or if the block expects an object of a different class.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of properties, joined by dots. An empty array has the same effect as nil.
  ///   - queue: A serial queue, or the main queue, on which the block is called with an object of a Realm that is confined to the queue.
  ///     Changes that are written before the queue runs are delivered. If nil, the block is called in the confinement of the caller's
  ///     Realm.
  /// - Returns: A token. Releasing it ends the observation.
  public final func observe<T: ObjectBase>(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(keyPaths, queue, "\(fileID):\(line)", block)
  }

  /// Observes the object on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public final func observe<T: ObjectBase>(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the object, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = person.observe(keyPaths: [\Person.name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the object, such as `\.name` and `\.owner?.name`.
  public final func observe<T: ObjectBase>(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(KeyPathParts.paths(of: keyPaths), queue, "\(fileID):\(line)", block)
  }

  /// Observes the object on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the object, such as `\.name` and `\.owner?.name`.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public final func observe<T: ObjectBase>(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }
}

extension EmbeddedObject {
  /// Calls a block after the object is written, and once after it is deleted. See `Object.observe`.
  public final func observe<T: ObjectBase>(
    on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(nil, queue, "\(fileID):\(line)", block)
  }

  /// Observes the object on a queue. See `Object.observe`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public final func observe<T: ObjectBase>(
    on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(on: Optional(queue), fileID: fileID, line: line, block)
  }
}

// The block receives an `ObjectChange<Self>`, so that callers need not name the class. A method of a class cannot use `Self` in the type of
// a parameter; a method in an extension of a protocol can.
extension ThreadConfined where Self: ObjectBase {
  /// Calls a block on an actor, with an object of a Realm that is confined to the actor. Changes that are written after this function has
  /// returned are delivered. See `Object.observe`.
  ///
  /// ```swift
  /// let token = await person.observe(on: store) { store, change in store.show(change) }
  /// ```
  ///
  /// The observation does not retain the actor. See the guide, *Observing*.
  /// - Returns: A token. Releasing it ends the observation. If the task is cancelled, the token has no effect.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await _source(keyPaths).handover("\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  /// Observes the object on an actor. See the overload whose key paths are strings.
  /// - Parameter keyPaths: Key paths of the object, such as `\.name` and `\.owner?.name`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(keyPaths: KeyPathParts.paths(of: keyPaths), on: actor, _isolation: _isolation, fileID: fileID, line: line, block)
  }
}

extension ObjectBase {
  /// Like `Object.observe`. Used by publishers.
  package final func _observe<T: ObjectBase>(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ place: String, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _source(keyPaths).observe(on: queue, place, block)
  }

  /// Returns the source of the object's changes. Stops the program if the object cannot be observed or is not a `T`.
  final func _source<T: ObjectBase>(_ keyPaths: [String]?) -> ObservationSource<ObjectChange<T>> {
    _requireObservable()
    guard let object = self as? T else { misuse(.observedType(_className, "\(T.self)")) }
    let (type, entity, key) = (type(of: object), _entity, _rowAccess.key)
    func observer(
      _ object: T?, _ core: _RealmCore, since base: _RealmCore, _ block: @escaping (ObjectChange<T>) -> Void
    ) -> Observer {
      let paths = ObservedPaths(keyPaths, entity, core, otherwise: .own)
      return ObjectObserver(object, type, ObjectFollower(core, entity, key, since: base, paths), block)
    }
    return ObservationSource(
      core: _realm,
      observer: { block in
        object._requireObservable()
        return observer(object, object._realm, since: object._realm, block)
      },
      frozen: { { core, base, block in core.has(entity) ? observer(nil, core, since: base, block) : nil } })
  }

  /// Stops the program if the object cannot be observed.
  final func _requireObservable() {
    guard _kind == .live else { misuse(.observedUnmanagedObject) }
    _realm.requireObservable()
    guard _isValid() else { misuse(.invalidated(type: _entity.model.name)) }
  }
}
