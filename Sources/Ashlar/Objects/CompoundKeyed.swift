/// A class whose primary key consists of several properties. Generated code declares the conformance.
///
/// ```swift
/// let seat = realm.object(ofType: Seat.self, forPrimaryKey: .init(hall: 1, row: 3, number: "A"))
/// ```
///
/// See the guide, *Rules*.
public nonisolated protocol CompoundKeyed: ObjectBase {
  /// The values of the primary key's properties, in the order of the key. A property of a custom type, or of an enum written by hand, is
  /// represented by a value of its stored type.
  associatedtype PrimaryKey: Sendable, Hashable

  /// Appends the values of a key in the order of the key. Used by the runtime.
  static func _encode(_ key: PrimaryKey, to parts: inout _KeyParts)
}
