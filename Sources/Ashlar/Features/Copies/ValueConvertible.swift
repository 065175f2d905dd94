/// A class whose objects can be copied to structs. The key `values: true` of a type in the schema generates the struct and the conformance.
///
/// ```swift
/// let copy = person.value()
/// await Task.detached { print(copy.name) }.value
/// ```
///
/// See the guide, *Threads, actors and tasks*.
public nonisolated protocol ValueConvertible: ObjectBase {
  /// A struct with the content of an object. It needs no Realm and may cross every isolation boundary.
  associatedtype Value: Sendable, Hashable

  /// Returns a copy of the object and of the objects embedded in it: `person.value(depth: 1)` also copies the linked dogs.
  ///
  /// Complexity: O(size of the copy). An object that is reached by several links is copied once for each of them.
  ///
  /// - Parameter depth: The maximum number of links that are followed in succession. Objects further away are represented by their primary
  ///   keys.
  func value(depth: Int) -> Value

  /// Creates an unmanaged object from a copy. The targets of links by key are looked up in `realm`.
  ///
  /// Throws `Realm.Error.invalidInput` if no object has such a key, or if `realm` is nil and a key must be looked up.
  init(_ value: Value, in realm: Realm?) throws
}

/// A class with a primary key, whose objects can be copied to structs and linked from structs. See `Linked`.
public nonisolated protocol KeyedValueConvertible: Object, ValueConvertible {
  /// The type of the primary key.
  associatedtype Key: Sendable, Hashable

  /// The object's primary key.
  var _valueKey: Key { get }
}
