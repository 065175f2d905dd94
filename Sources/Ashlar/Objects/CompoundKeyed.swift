/// A class whose primary key consists of several properties. Generated code declares the conformance.
///
/// ```swift
/// let key = Seat.PrimaryKey(hall: 1, row: 3, number: "A")
/// ```
public nonisolated protocol CompoundKeyed: ObjectBase {
  /// The values of the primary key's properties, in the order of the key. If the type of a property is a custom type or an enum written by
  /// hand, its value here has the stored type.
  associatedtype PrimaryKey: Sendable, Hashable
}
