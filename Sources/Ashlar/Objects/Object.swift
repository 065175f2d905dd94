/// The base class of top-level models. Each class has a separate table.
///
/// ```swift
/// class Person: Object {
///   @Persisted var name: String
///   @Persisted var age: Int
///   @Persisted var dogs: List<Dog>
/// }
///
/// let person = Person()
/// person.name = "Ada"
/// try realm.write { realm.add(person) }
/// ```
///
/// A new object is unmanaged: its values are in memory. Adding it to a Realm stores them, and the object becomes an accessor for the stored
/// row. See the guide, *Writing*.
open nonisolated class Object: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  ///
  /// ```swift
  /// let person = Person()
  /// ```
  public required init() { super.init() }

  /// Creates an accessor for a row. Used by the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm that the object belongs to; nil for an unmanaged object, and for the accessor through which the object has been deleted.
  /// Other accessors of a deleted object are invalidated but keep their Realm.
  ///
  /// ```swift
  /// try person.realm?.write { person.age += 1 }
  /// ```
  public final var realm: Realm? { _currentRealm }

  /// The class's entry in the schema.
  ///
  /// ```swift
  /// let names = person.objectSchema.properties.map(\.name)
  /// ```
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Returns whether this object and `object` are accessors for the same row of the same Realm instance, or are identical.
  ///
  /// ```swift
  /// let isFirst = dog.isSameObject(as: person.dogs.first)
  /// ```
  public final func isSameObject(as object: Object?) -> Bool { _isSameRow(as: object) }
}

/// The base class of embedded models. Each stored object is owned by exactly one other object and deleted with it.
///
/// ```swift
/// class Address: EmbeddedObject {
///   @Persisted var street: String
/// }
///
/// class Person: Object {
///   @Persisted var name: String
///   @Persisted var address: Address?
/// }
///
/// try realm.write {
///   person.address = Address()
///   person.address?.street = "12 St James's Square"
/// }
/// ```
///
/// See the guide, *Links and embedded objects*.
open nonisolated class EmbeddedObject: ObjectBase {
  /// Creates an unmanaged object with the schema's defaults.
  ///
  /// ```swift
  /// try realm.write { person.address = Address() }
  /// ```
  public required init() { super.init() }

  /// Creates an accessor for a row. Used by the runtime and emitted code.
  @inlinable public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  @inlinable deinit {}

  /// The Realm that the object belongs to; nil for an unmanaged object, and for the accessor through which the object has been deleted.
  /// Other accessors of a deleted object are invalidated but keep their Realm.
  public final var realm: Realm? { _currentRealm }

  /// The class's entry in the schema.
  ///
  /// ```swift
  /// let names = address.objectSchema.properties.map(\.name)
  /// ```
  public final var objectSchema: ObjectSchema { ObjectSchema(_entity) }

  /// Returns whether this object and `object` are accessors for the same row of the same Realm instance, or are identical.
  ///
  /// ```swift
  /// let isOwn = address.isSameObject(as: person.address)
  /// ```
  public final func isSameObject(as object: EmbeddedObject?) -> Bool { _isSameRow(as: object) }
}
