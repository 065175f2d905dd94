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
      let column = String(ordinal)
      type = target + "?"
      getter = (isEmbedded ? "_embedded(" : "_object(") + column + ", " + target + ".self)"
      setter = (isEmbedded ? "_setEmbedded(" : "_setObject(") + column + ", newValue)"
      hasInlinableSetter = false
    case .none:
      let kind = externalEnum == nil ? Self.kind(of: property) : .value
      let column = String(ordinal)
      type = property.isOptional ? target + "?" : target
      getter = (property.isOptional ? "_optional" + kind.name : externalEnum == nil ? kind.reading : "_externalEnum") + "(" + column + ")"
      let set = (property.isOptional ? "_setOptional" : "_set") + kind.name + "(" + column + ", newValue)"
      // A managed object's key never changes: the index would not know.
      setter = property.isPrimaryKey ? "_willSetKey(" + column + "); " + set : set
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
    default: .value
    }
  }
}
