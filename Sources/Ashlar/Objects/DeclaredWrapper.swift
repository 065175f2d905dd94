/// A property's wrapper in an object that was not decoded: where it is declared, and its type.
nonisolated struct DeclaredWrapper {
  /// As `_place` packs it.
  let place: UInt32
  let type: any _Persistable.Type

  /// The wrappers of an object, by the names of their properties. Empty where Swift has no metadata of the class's fields. Complexity: O(n).
  static func all(of object: ObjectBase) -> [String: DeclaredWrapper] {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    var wrappers: [String: DeclaredWrapper] = [:]
    ClassFields.forEach(of: Swift.type(of: object)) { name, fieldType, offset in
      guard let type = fieldType as? any PlacedWrapper.Type, let wrapper = type.declared(start + offset) else { return }
      // Storage is named after its property, with an underscore.
      wrappers[String(name.dropFirst())] = wrapper
    }
    return withExtendedLifetime(object) { wrappers }
  }
}

/// A wrapper of any type of value.
nonisolated protocol PlacedWrapper {
  /// What the wrapper at an address is; nil of one that holds a decoded value.
  static func declared(_ wrapper: UnsafeRawPointer) -> DeclaredWrapper?
}
