extension ProjectionModel {
  /// Returns the Swift type of a projected property, with the schema's names for types; nil if its path does not resolve. Complexity:
  /// O(steps × properties).
  package func type(of property: ProjectedPropertyModel, in schema: SchemaModel) -> String? {
    if let type = property.swiftType { return type }
    let steps = property.path.split(separator: ".").map(String.init)
    var entity = schema.entity(named: root)
    // Whether the steps before the collection make the value optional, and whether the steps after it do; the latter is nil before a
    // collection.
    var isOptional = false
    var isElementOptional: Bool?
    for (index, step) in steps.enumerated() {
      guard let found = entity?.properties.first(where: { $0.name == step }) else { return nil }
      let rest = steps[(index + 1)...]
      guard let next = rest.first else { return Self.type(found.projectedType, isOptional, isElementOptional) }
      if found.collection != .none, rest.count == 1, ["count", "first", "last"].contains(next) {
        return Self.type(next == "count" ? "Int" : found.elementType + "?", isOptional, isElementOptional)
      }
      switch found.collection {
      case .none where isElementOptional != nil: isElementOptional = true
      case .none: isOptional = true
      case .list, .set: isElementOptional = false
      case .map, .linkingObjects: return nil
      }
      entity = found.target.flatMap { schema.entity(named: $0) }
    }
    return nil
  }

  /// Returns the type as it is read at the end of a path: optional if a step of the path is, and wrapped in `ProjectedCollection` if the
  /// path contains a collection.
  private static func type(_ type: String, _ isOptional: Bool, _ isElementOptional: Bool?) -> String {
    func optional(_ type: String, _ isOptional: Bool) -> String { isOptional && !type.hasSuffix("?") ? type + "?" : type }
    guard let isElementOptional else { return optional(type, isOptional) }
    return optional("ProjectedCollection<\(optional(type, isElementOptional))>", isOptional)
  }
}

extension PropertyModel {
  /// The type in the syntax of schemas, with two exceptions: an implicitly unwrapped type is an optional, and maps name their key type.
  fileprivate var projectedType: String {
    var property = self
    property.isImplicitlyUnwrapped = false
    let type = property.schemaType
    return collection == .map ? type.replacing("Map<", with: "Map<String, ", maxReplacements: 1) : type
  }

  /// The type of the elements.
  fileprivate var elementType: String { (foreignType ?? customName ?? enumName ?? target ?? type.schemaName) + (isOptional ? "?" : "") }
}
