extension ValueType {
  /// The type's name in the schema language; `Object` for links, which schemas name by their target.
  package var schemaName: String { kind.name }
}

extension PropertyModel {
  /// The type in the syntax of the schema language, such as `String?` or `List<Dog>`.
  package var schemaType: String {
    let name = foreignType ?? enumName ?? customName ?? target ?? type.schemaName
    let element = name + (isImplicitlyUnwrapped ? "!" : isOptional ? "?" : "")
    switch collection {
    case .none: return element
    case .list: return "List<\(element)>"
    case .set: return "MutableSet<\(element)>"
    case .map: return "Map<\(element)>"
    case .linkingObjects: return "LinkingObjects<\(element)>"
    }
  }
}
