/// The base class of top-level model classes. Each has a table of its own.
open nonisolated class Object: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Creates an accessor for a row. For the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm the object belongs to; nil for unmanaged objects and after deleting the object through this instance. Other
  /// instances keep their Realm when the object is deleted, and become invalidated.
  public final var realm: Realm? { _currentRealm }

  /// The schema entry of the class.
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Whether both refer to the same row of the same Realm instance, or are identical.
  public final func isSameObject(as object: Object?) -> Bool { _isSameRow(as: object) }
}

/// The base class of embedded model classes. Each object is owned by exactly one other and deleted with it.
open nonisolated class EmbeddedObject: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Creates an accessor for a row. For the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm the object belongs to; nil for unmanaged objects and after deleting the object through this instance. Other
  /// instances keep their Realm when the object is deleted, and become invalidated.
  public final var realm: Realm? { _currentRealm }

  /// The schema entry of the class.
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Whether both refer to the same row of the same Realm instance, or are identical.
  public final func isSameObject(as object: EmbeddedObject?) -> Bool { _isSameRow(as: object) }
}
