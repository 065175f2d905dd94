internal import AshlarSchema

/// Which of the runtime's accessors a property's getter and setter call.
struct PropertyAccessor {
  let type: String
  let getter: String
  /// Nil for what cannot be set.
  let setter: String?
  /// Whether the setter is worth inlining: only the hottest are, as inlining costs compile time.
  let hasInlinableSetter: Bool
  /// The function that stores a value of a new object.
  private let store: String
  private let ordinal: Int

  /// The accessor of the property at an index of its entity; `isEmbedded` tells what kind of target it has.
  /// `declared` is the type declared by hand, an external enum or a custom type, to use instead of the one that is stored.
  init(_ property: PropertyModel, ordinal: Int, isEmbedded: Bool, declared: String?) {
    let element =
      declared.map(SwiftIdentifier.escapedPath)
      ?? SwiftIdentifier.escaped(property.customName ?? property.enumName ?? property.target ?? property.type.swiftName)
    let target = element + (property.isImplicitlyUnwrapped ? "!" : property.isOptional ? "?" : "")
    self.ordinal = ordinal
    switch property.collection {
    case .linkingObjects: (type, getter, store) = ("LinkingObjects<\(target)>", "_linkingObjects(\(ordinal))", "")
    case .list: (type, getter, store) = ("List<\(target)>", "_list(\(ordinal))", "_setList")
    case .set: (type, getter, store) = ("MutableSet<\(target)>", "_mutableSet(\(ordinal))", "_setMutableSet")
    case .map: (type, getter, store) = ("Map<String, \(target)>", "_map(\(ordinal))", "_setMap")
    case .none where property.target != nil && property.customName == nil:
      let kind = isEmbedded ? "Embedded" : "Object"
      (type, getter, store) = (target, "_\(kind.lowercased())(\(ordinal), \(element).self)", "_set\(kind)")
    case .none:
      let kind = Self.kind(of: property, isDeclared: declared != nil)
      let isExternal = declared != nil && property.customName == nil
      let read = isExternal ? "ExternalEnum" : kind
      getter = "_\(property.isOptional ? "optional" + kind : read.prefix(1).lowercased() + read.dropFirst())(\(ordinal))"
      (type, store) = (target, "_set\(property.isOptional ? "Optional" : "")\(kind)")
    }
    if property.collection == .linkingObjects {
      setter = nil
    } else {
      // A managed object's key never changes: the index would not know.
      setter = (property.isPrimaryKey ? "_willSetKey(\(ordinal)); " : "") + "\(store)(\(ordinal), newValue)"
    }
    hasInlinableSetter = !property.isPrimaryKey && Self.inlined.contains(store)
  }

  private static let inlined: Set<String> = [
    "_setInt", "_setDouble", "_setBool", "_setDate", "_setOptionalInt", "_setOptionalDouble", "_setOptionalBool", "_setOptionalDate",
  ]

  /// The code that gives a new object a value.
  func storing(_ value: String) -> String { "\(store)(\(ordinal), \(value))" }

  private static func kind(of property: PropertyModel, isDeclared: Bool) -> String {
    if property.customName != nil { return property.type == .object ? "CustomObject" : "Custom" }
    if property.enumName != nil || isDeclared { return "Value" }
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
