/// A class whose objects can be copied into structs. The schema's key `values: true` makes the struct and the conformance.
public nonisolated protocol ValueConvertible: ObjectBase {
  /// What an object holds, without a Realm: it may cross every isolation boundary.
  associatedtype Value: Sendable, Hashable

  /// A copy of the object with the objects embedded in it. Linked objects are copied up to `depth` links away; beyond that the copy has
  /// their primary keys. O(size of the copy): with a depth of two or more, an object that is reached twice is copied twice.
  func value(depth: Int) -> Value

  /// Makes an unmanaged object. Links by key are looked up in `realm`.
  ///
  /// Throws `Realm.Error.invalidInput` if there is no object with such a key, or no Realm to look in.
  init(_ value: Value, in realm: Realm?) throws
}

/// A class with a primary key whose objects can be copied into structs, and be linked to from them.
public nonisolated protocol KeyedValueConvertible: Object, ValueConvertible {
  /// The type of the primary key.
  associatedtype Key: Sendable, Hashable

  /// The object's primary key.
  var _valueKey: Key { get }
}
