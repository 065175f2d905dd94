/// The base of all model classes, by its other name.
public typealias RLMObjectBase = ObjectBase
/// The number of a property in its class.
public typealias PropertyKey = UInt16

/// A wrapper that is coded as the value that it wraps.
public nonisolated protocol OptionalCodingWrapper {
  /// The value's type.
  associatedtype WrappedType: ExpressibleByNilLiteral
  /// Wraps a value.
  init(wrappedValue: WrappedType)
}
