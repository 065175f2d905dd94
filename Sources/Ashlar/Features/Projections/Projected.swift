/// A property of a handwritten projection. It shows the property at the end of a key path from the root.
///
/// ```swift
/// class HandCard: Projection<Person> {
///   @Projected(\Person.lastName) var name
///   @Projected(\Person.home?.city) var city
/// }
/// ```
///
/// Setting the property sets the property of the object; if the key path is not writable, the program stops.
@propertyWrapper
public nonisolated struct Projected<T: ObjectBase, Value> {
  private let keyPath: KeyPath<T, Value>

  /// Creates a wrapper for the property at the end of a key path: `@Projected(\Person.name) var title`.
  public init(_ projectedKeyPath: KeyPath<T, Value>) { keyPath = projectedKeyPath }

  /// Unavailable: the property is read through its projection.
  @available(*, unavailable, message: "@Projected is for properties of classes derived from Projection")
  public var wrappedValue: Value {
    get { misuse(.value("@Projected was read outside a projection.")) }
    // swift-format-ignore: UnusedSetterValue
    set { misuse(.value("@Projected was set outside a projection.")) }
  }

  /// Reads and writes the object's property.
  public static subscript<EnclosingSelf: Projection<T>>(
    _enclosingInstance observed: EnclosingSelf, wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Self>
  ) -> Value {
    get { observed.rootObject[keyPath: observed[keyPath: storageKeyPath].keyPath] }
    set {
      guard let keyPath = observed[keyPath: storageKeyPath].keyPath as? ReferenceWritableKeyPath<T, Value> else {
        misuse(.value("This projected property of '\(type(of: observed))' cannot be set: its key path is not writable."))
      }
      observed.rootObject[keyPath: keyPath] = newValue
    }
  }
}

/// A type-erased `Projected`.
protocol ProjectedWrapper {
  /// Returns the key path of the wrapper at an address.
  static func origin(at address: UnsafeRawPointer) -> AnyKeyPath
}

extension Projected: ProjectedWrapper {
  static func origin(at address: UnsafeRawPointer) -> AnyKeyPath { address.assumingMemoryBound(to: Self.self).pointee.keyPath }
}
