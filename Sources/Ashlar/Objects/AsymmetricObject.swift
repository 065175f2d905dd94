/// The base of model classes that are only ever written, to be sent to a server. `Realm.create` puts them into the outbox, where they stay
/// until they have been sent; nothing else takes them. Opening a Realm whose `objectTypes` name such a type throws unless its configuration has an
/// `outbox`.
open nonisolated class AsymmetricObject: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Creates an accessor for a row. For the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The schema entry of the class.
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }
}
