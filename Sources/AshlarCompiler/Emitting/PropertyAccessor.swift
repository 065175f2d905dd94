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
  /// `declared` is the type declared by hand, an external enum or a custom type, to use instead of the one that is stored.
  init(_ property: PropertyModel, ordinal: Int, isEmbedded: Bool, declared: String?) {
    let target =
      declared.map(SwiftIdentifier.escapedPath)
      ?? SwiftIdentifier.escaped(property.customName ?? property.enumName ?? property.target ?? property.type.swiftName)
    let mark = property.isImplicitlyUnwrapped ? "!" : property.isOptional ? "?" : ""
    switch property.collection {
    case .linkingObjects:
      (type, getter, setter, hasInlinableSetter) = ("LinkingObjects<\(target)>", "_linkingObjects(\(ordinal))", nil, false)
    case .list:
      (type, getter, setter, hasInlinableSetter) = ("List<\(target)\(mark)>", "_list(\(ordinal))", "_setList(\(ordinal), newValue)", false)
    case .set:
      (type, getter) = ("MutableSet<\(target)\(mark)>", "_mutableSet(\(ordinal))")
      (setter, hasInlinableSetter) = ("_setMutableSet(\(ordinal), newValue)", false)
    case .map:
      (type, getter) = ("Map<String, \(target)\(mark)>", "_map(\(ordinal))")
      (setter, hasInlinableSetter) = ("_setMap(\(ordinal), newValue)", false)
    case .none where property.customName != nil:
      let kind = property.type == .object ? "CustomObject" : "Custom"
      type = target + mark
      getter = "_\(property.isOptional ? "optional" + kind : kind.prefix(1).lowercased() + kind.dropFirst())(\(ordinal))"
      let set = "_set\(property.isOptional ? "Optional" : "")\(kind)(\(ordinal), newValue)"
      setter = property.isPrimaryKey ? "_willSetKey(\(ordinal)); \(set)" : set
      hasInlinableSetter = false
    case .none where property.target != nil:
      let kind = isEmbedded ? "Embedded" : "Object"
      type = target + mark
      getter = "_\(kind.lowercased())(\(ordinal), \(target).self)"
      setter = "_set\(kind)(\(ordinal), newValue)"
      hasInlinableSetter = false
    case .none:
      let kind = declared == nil ? Self.kind(of: property) : "Value"
      let optional = property.isOptional ? "Optional" : ""
      type = target + mark
      let read = declared == nil ? kind.lowercased() : "externalEnum"
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
    case .any: "Any"
    default: "Value"
    }
  }
}
