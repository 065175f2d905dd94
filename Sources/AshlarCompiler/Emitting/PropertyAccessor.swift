internal import AshlarSchema

/// Which of the runtime's accessors a property's getter and setter call.
struct PropertyAccessor {
  let type: String
  let getter: String
  /// Nil for what cannot be set.
  let setter: String?
  /// Whether the setter is worth inlining: only the hottest are, as inlining costs compile time.
  let hasInlinableSetter: Bool

  /// The accessor of the property at an index of its entity; `isEmbedded` tells what kind of target it has.
  /// `externalEnum` is the type to use instead of the raw one that the model has.
  init(_ property: PropertyModel, ordinal: Int, isEmbedded: Bool, externalEnum: String?) {
    let target =
      externalEnum.map(SwiftIdentifier.escapedPath)
      ?? SwiftIdentifier.escaped(property.target ?? property.enumName ?? property.type.swiftName)
    switch property.collection {
    case .linkingObjects:
      (type, getter, setter, hasInlinableSetter) = ("LinkingObjects<\(target)>", "_linkingObjects(\(ordinal))", nil, false)
    case .list:
      (type, getter, setter, hasInlinableSetter) = ("List<\(target)>", "_list(\(ordinal))", "_setList(\(ordinal), newValue)", false)
    case .none where property.target != nil:
      let kind = isEmbedded ? "Embedded" : "Object"
      type = target + "?"
      getter = "_\(kind.lowercased())(\(ordinal), \(target).self)"
      setter = "_set\(kind)(\(ordinal), newValue)"
      hasInlinableSetter = false
    case .none:
      let kind = externalEnum == nil ? Self.kind(of: property) : "Value"
      let optional = property.isOptional ? "Optional" : ""
      type = target + (property.isOptional ? "?" : "")
      let read = externalEnum == nil ? kind.lowercased() : "externalEnum"
      getter = "_\(property.isOptional ? "optional" + kind : read)(\(ordinal))"
      let set = "_set\(optional)\(kind)(\(ordinal), newValue)"
      // A managed object's key never changes: the index would not know.
      setter = property.isPrimaryKey ? "_willSetKey(\(ordinal)); \(set)" : set
      hasInlinableSetter = !property.isPrimaryKey && ["Int", "Double", "Bool", "Date"].contains(kind)
    }
  }

  private static func kind(of property: PropertyModel) -> String {
    if property.enumName != nil { return "Value" }
    return switch property.type {
    case .int: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .date: "Date"
    case .string: "String"
    case .data: "Data"
    default: "Value"
    }
  }
}
