import AshlarSchema
import AshlarStore

extension Object {
  /// Calls a block after every version of the Realm in which something was stored to the object, and once when it is gone.
  ///
  /// There is no first call. Only the object's own properties count: a link when it leads elsewhere, a collection when its elements are
  /// others. With `keyPaths`, only what these name counts, also behind links. What was stored need not differ. See `observe` of collections for when the block is
  /// called.
  ///
  ///     token = person.observe { (change: ObjectChange<Person>) in
  ///       if case .change(_, let properties) = change { print(properties.map(\.name)) }
  ///     }
  ///
  /// Stops the program for an object that is unmanaged, frozen, of a read-only Realm or deleted, in a write that has changed something, and
  /// where the block takes changes of another type.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots. None is the same as nil.
  /// - Returns: A token to be kept as long as the block is to be called.
  public final func observe<T: ObjectBase>(keyPaths: [String]? = nil, _ block: @escaping (ObjectChange<T>) -> Void) -> NotificationToken {
    _observe(keyPaths, block)
  }

  /// See `observe(keyPaths:_:)`.
  /// - Parameter keyPaths: Key paths of the object, as `\.name` and `\.owner?.name`.
  public final func observe<T: ObjectBase>(
    keyPaths: [PartialKeyPath<T>], _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    _observe(keyPaths.map { _name(for: $0) }, block)
  }
}

extension EmbeddedObject {
  /// Calls a block after every version of the Realm in which something was stored to the object, and once when it is gone. See `Object.observe`.
  public final func observe<T: ObjectBase>(_ block: @escaping (ObjectChange<T>) -> Void) -> NotificationToken { _observe(nil, block) }
}

extension ObjectBase {
  final func _observe<T: ObjectBase>(_ keyPaths: [String]?, _ block: @escaping (ObjectChange<T>) -> Void) -> NotificationToken {
    guard _kind == .live else { misuse(.observedUnmanagedObject) }
    let core = _realm
    core.requireObservable()
    guard _isValid() else { misuse(.invalidated(type: _entity.model.name)) }
    guard let object = self as? T else { misuse(.observedType(_className, "\(T.self)")) }
    let observer = ObjectObserver(object, core, ObservedPaths(keyPaths, _entity, core, otherwise: .own), block)
    core.observerTable().add(observer)
    return NotificationToken(observer, core)
  }
}
