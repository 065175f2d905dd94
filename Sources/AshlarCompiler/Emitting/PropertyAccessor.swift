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
    let column = String(ordinal)
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
      type = target + mark
      getter = .init(isEmbedded ? "_embedded(" : "_object(", column, ", ", target, ".self)")
      setter = .init(isEmbedded ? "_setEmbedded(" : "_setObject(", column, ", newValue)")
      hasInlinableSetter = false
    case .none:
      let kind = declared == nil ? Self.kind(of: property) : .value
      type = target + mark
      getter =
        property.isOptional
        ? .init("_optional", kind.name, "(", column, ")") : .init(declared == nil ? kind.reading : "_externalEnum", "(", column, ")")
      let set = String(property.isOptional ? "_setOptional" : "_set", kind.name, "(", column, ", newValue)")
      // A managed object's key never changes: the index would not know.
      setter = property.isPrimaryKey ? .init("_willSetKey(", column, "); ", set) : set
      hasInlinableSetter = !property.isPrimaryKey && kind.isHot
    }
  }

  /// A family of accessors.
  private struct Kind {
    /// As it stands in the names of setters.
    var name: String
    /// The getter of values that are not optional.
    var reading: String
    var isHot = false

    static let value = Kind(name: "Value", reading: "_value")
    static let int = Kind(name: "Int", reading: "_int", isHot: true)
    static let double = Kind(name: "Double", reading: "_double", isHot: true)
    static let bool = Kind(name: "Bool", reading: "_bool", isHot: true)
    static let date = Kind(name: "Date", reading: "_date", isHot: true)
    static let string = Kind(name: "String", reading: "_string")
    static let data = Kind(name: "Data", reading: "_data")
    static let any = Kind(name: "Any", reading: "_any")
  }

  private static func kind(of property: PropertyModel) -> Kind {
    if property.enumName != nil { return .value }
    return switch property.type {
    case .int: .int
    case .double: .double
    case .bool: .bool
    case .date: .date
    case .string: .string
    case .data: .data
    case .any: .any
    default: .value
    }
  }
}
