/// The base of top-level model classes: rows of a table of their own.
open nonisolated class Object: ObjectBase {
  /// Makes an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Makes an accessor for a row. For the runtime and emitted code.
  @inlinable public required init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm the object belongs to; nil for unmanaged objects, and where the object was deleted through this instance. Other
  /// instances keep their Realm when the object is deleted, and are invalidated.
  public final var realm: Realm? { _currentRealm }

  /// Makes an unmanaged object from an array of values in property order, a dictionary by property name, or another object.
  /// Properties that are not named keep their defaults; a value of the wrong type stops the program.
  public convenience init(value: Any) {
    self.init()
    _assign(value, policy: nil)
  }

  /// The schema entry of the class.
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Whether both are the same row in the same Realm instance, or one and the same instance.
  public final func isSameObject(as object: Object?) -> Bool { _isSameRow(as: object) }
}

/// The base of model classes that are owned by one other object each, and go with it.
open nonisolated class EmbeddedObject: ObjectBase {
  /// Makes an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Makes an accessor for a row. For the runtime and emitted code.
  @inlinable public required init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm the object belongs to; nil for unmanaged objects, and where the object was deleted through this instance. Other
  /// instances keep their Realm when the object is deleted, and are invalidated.
  public final var realm: Realm? { _currentRealm }

  /// Makes an unmanaged object from an array of values in property order, a dictionary by property name, or another object.
  public convenience init(value: Any) {
    self.init()
    _assign(value, policy: nil)
  }

  /// The schema entry of the class.
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Whether both are the same row in the same Realm instance, or one and the same instance.
  public final func isSameObject(as object: EmbeddedObject?) -> Bool { _isSameRow(as: object) }
}
