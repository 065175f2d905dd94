/// The wrapper of a property in an object that was not decoded: its source location and its type.
nonisolated struct DeclaredWrapper {
  /// The source location as `_place` packs it.
  let place: UInt32
  let type: any _Persistable.Type

  /// The wrappers of an object, by property name. Empty if the program has no metadata of the class's fields. Complexity: O(n).
  static func all(of object: ObjectBase) -> [String: DeclaredWrapper] {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    var wrappers: [String: DeclaredWrapper] = [:]
    ClassFields.forEach(of: Swift.type(of: object)) { name, fieldType, offset in
      guard let type = fieldType as? any PlacedWrapper.Type, let wrapper = type.declared(start + offset) else { return }
      // The storage of a wrapper is named after its property, with an underscore in front.
      wrappers[String(name.dropFirst())] = wrapper
    }
    return withExtendedLifetime(object) { wrappers }
  }
}

/// A property wrapper, independent of its value type, with its source location.
nonisolated protocol PlacedWrapper {
  /// The wrapper at an address; nil for a wrapper that holds a decoded value.
  static func declared(_ wrapper: UnsafeRawPointer) -> DeclaredWrapper?
}
