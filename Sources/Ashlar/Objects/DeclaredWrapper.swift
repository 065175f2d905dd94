/// The source location of a property's wrapper, and the type of the property, in an object that was not decoded.
nonisolated struct DeclaredWrapper {
  /// The source location, packed by `_place`.
  let place: UInt32
  let type: any _Persistable.Type

  /// The size and alignment of every wrapper in an object, in bytes.
  static let size = MemoryLayout<Int>.size

  /// Returns the wrappers of an object, by property name; empty if the program contains no metadata for the class's fields. Complexity:
  /// O(fields).
  static func all(of object: ObjectBase) -> [String: DeclaredWrapper] {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    var wrappers: [String: DeclaredWrapper] = [:]
    ClassFields.forEach(of: Swift.type(of: object)) { name, fieldType, offset in
      guard let type = fieldType as? any PlacedWrapper.Type, let wrapper = type.declared(start + offset) else { return }
      // The name of a wrapper's storage is the name of its property with a leading underscore.
      wrappers[String(name.dropFirst())] = wrapper
    }
    return withExtendedLifetime(object) { wrappers }
  }
}

/// Type-erased access to a property wrapper that has a source location.
nonisolated protocol PlacedWrapper {
  /// Returns the declaration of the wrapper at an address; nil if the wrapper contains a decoded value.
  static func declared(_ wrapper: UnsafeRawPointer) -> DeclaredWrapper?
}
