internal import AshlarSchema

/// The accessors of the runtime that the getter and setter of a property call.
struct PropertyAccessor {
  let type: String
  let getter: String
  /// The code of the setter; nil if the property cannot be set.
  let setter: String?
  /// Whether the setter is inlinable. Only the most frequently called setters are, because inlining costs compile time.
  let hasInlinableSetter: Bool
  /// The function that stores a value; empty for linking objects.
  private let store: String
  private let ordinal: Int

  /// Creates the accessor of the property at index `ordinal` of its entity. `isEmbedded` states whether the value is a single embedded
  /// object, and `isKey` whether the property is the primary key or a part of the key. `declared` is a type declared in Swift that replaces
  /// the stored one, such as an external enum or a custom type.
  init(_ property: PropertyModel, ordinal: Int, isEmbedded: Bool, isKey: Bool, declared: String?) {
    let propertyType = PropertyType(property, declared: declared)
    let element = propertyType.element
    type = propertyType.text
    let column = String(ordinal)
    var isHot = false
    self.ordinal = ordinal
    switch property.collection {
    case .linkingObjects: (getter, store) = ("_linkingObjects(\(ordinal))", "")
    case .list: (getter, store) = ("_list(\(ordinal))", "_setList")
    case .set: (getter, store) = ("_mutableSet(\(ordinal))", "_setMutableSet")
    case .map: (getter, store) = ("_map(\(ordinal))", "_setMap")
    case .none where property.target != nil && property.customName == nil:
      getter = .init(isEmbedded ? "_embedded(" : "_object(", column, ", ", element, ".self)")
      store = isEmbedded ? "_setEmbedded" : "_setObject"
    case .none:
      let kind = Self.kind(of: property, isDeclared: declared != nil)
      let isExternal = declared != nil && property.customName == nil && property.enumName == nil
      isHot = kind.isHot
      getter =
        property.isOptional
        ? .init("_optional", kind.name, "(", column, ")") : .init(isExternal ? "_externalEnum" : kind.reading, "(", column, ")")
      store = (property.isOptional ? "_setOptional" : "_set") + kind.name
    }
    if property.collection == .linkingObjects {
      setter = nil
    } else {
      // The primary key of a managed object must not change, because the index would not be updated.
      let set = String(store, "(", column, ", newValue)")
      setter = isKey ? .init("_willSetKey(", column, "); ", set) : set
    }
    hasInlinableSetter = !isKey && isHot
  }

  /// A family of accessors.
  private struct Kind {
    /// The part of the setters' names after `_set` or `_setOptional`.
    var name: String
    /// The getter of values that are not optional.
    var reading: String
    /// Whether the setters are inlinable.
    var isHot = false

    static let value = Kind(name: "Value", reading: "_value")
    static let int = Kind(name: "Int", reading: "_int", isHot: true)
    static let double = Kind(name: "Double", reading: "_double", isHot: true)
    static let bool = Kind(name: "Bool", reading: "_bool", isHot: true)
    static let date = Kind(name: "Date", reading: "_date", isHot: true)
    static let string = Kind(name: "String", reading: "_string")
    static let data = Kind(name: "Data", reading: "_data")
    static let custom = Kind(name: "Custom", reading: "_custom")
    static let customObject = Kind(name: "CustomObject", reading: "_customObject")
    static let any = Kind(name: "Any", reading: "_any")
  }

  /// Returns the statement that stores a value in a new object.
  func storing(_ value: String) -> String { "\(store)(\(ordinal), \(value))" }

  private static func kind(of property: PropertyModel, isDeclared: Bool) -> Kind {
    if property.customName != nil { return property.type == .object ? .customObject : .custom }
    if property.enumName != nil || isDeclared { return .value }
    return switch property.type.form {
    case .integer: property.type == .int ? .int : .value
    case .double: .double
    case .bool: .bool
    case .date: .date
    case .string: .string
    case .data: .data
    case .any: .any
    case .float, .decimal, .objectId, .uuid, .object: .value
    }
  }
}
