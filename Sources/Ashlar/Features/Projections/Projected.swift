/// A property of a projection that is written by hand: it shows what a key path from the root leads to.
///
/// ```swift
/// class HandCard: Projection<Person> {
///   @Projected(\Person.lastName) var name
///   @Projected(\Person.home?.city) var city
/// }
/// ```
///
/// Setting goes to the object, where the key path can be written to; it stops the program where it cannot.
@propertyWrapper
public nonisolated struct Projected<T: ObjectBase, Value> {
  private let keyPath: KeyPath<T, Value>

  /// Shows what a key path leads to.
  public init(_ projectedKeyPath: KeyPath<T, Value>) { keyPath = projectedKeyPath }

  /// Properties of projections are read through their projection.
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

/// A wrapper with any types.
protocol ProjectedWrapper {
  /// The key path of the wrapper at an address.
  static func origin(at address: UnsafeRawPointer) -> AnyKeyPath
}

extension Projected: ProjectedWrapper {
  static func origin(at address: UnsafeRawPointer) -> AnyKeyPath { address.assumingMemoryBound(to: Self.self).pointee.keyPath }
}
