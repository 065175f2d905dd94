/// The base class of all model classes, under the name that RealmSwift also uses.
public typealias RLMObjectBase = ObjectBase
/// The index of a property in its class.
public typealias PropertyKey = UInt16

/// A property wrapper that is encoded as its wrapped value.
public nonisolated protocol OptionalCodingWrapper {
  /// The type of the wrapped value.
  associatedtype WrappedType: ExpressibleByNilLiteral
  /// Wraps a value.
  init(wrappedValue: WrappedType)
}
