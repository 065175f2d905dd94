/// The base class of write-only models, whose objects are sent to a server.
///
/// ```swift
/// class Reading: AsymmetricObject {
///   @Persisted(primaryKey: true) var id: ObjectId
///   @Persisted var celsius: Double
/// }
///
/// try realm.write { realm.create(Reading.self, value: ["celsius": 21.5]) }
/// ```
///
/// `Realm.create` stores the objects in the outbox until they have been sent; they cannot be found, changed or deleted. Opening a Realm
/// whose `objectTypes` contains such a class throws unless its configuration has an `outbox`.
open nonisolated class AsymmetricObject: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  public required init() { super.init() }

  /// Creates an accessor for a row. Used by the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The class's entry in the schema.
  ///
  /// ```swift
  /// let names = reading.objectSchema.properties.map(\.name)
  /// ```
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }
}
