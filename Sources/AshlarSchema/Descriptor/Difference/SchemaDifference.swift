/// One difference between two schemas. The names of types and properties are stored names, except where it is said otherwise.
public indirect enum SchemaDifference: Hashable, Sendable {
  /// The new schema has a type the old one has not.
  case typeAdded(type: String)
  /// The old schema has a type the new one has not.
  case typeRemoved(type: String)
  /// A type is stored under another name, as `was` says.
  case typeRenamed(type: String, from: String)
  /// A column is stored under another name, as `was` says.
  case propertyRenamed(type: String, property: String, from: String)
  /// Object, embedded or asymmetric became another.
  case kindChanged(type: String, from: EntityKind, to: EntityKind)
  /// A column came.
  case propertyAdded(type: String, property: String)
  /// A column went.
  case propertyRemoved(type: String, property: String)
  /// A column has another type, collection kind or target; its optionality is then not told apart.
  case propertyChanged(type: String, property: String, from: StoredType, to: StoredType)
  /// Nil can be stored, or be an element.
  case madeOptional(type: String, property: String)
  /// Nil can no longer be stored, or be an element.
  case madeRequired(type: String, property: String)
  /// A type without primary key has one.
  case primaryKeyAdded(type: String, property: String)
  /// A type has no primary key any more.
  case primaryKeyRemoved(type: String, property: String)
  /// Another property is the primary key.
  case primaryKeyChanged(type: String, from: String, to: String)

  // MARK: Beside the stored form

  /// An index is to be built.
  case indexAdded(type: String, property: String)
  /// An index is removed.
  case indexRemoved(type: String, property: String)
  /// An enum has a raw value it had not.
  case caseAdded(enumeration: String, name: String)
  /// An enum has no case for a raw value it had.
  case caseRemoved(enumeration: String, name: String)
  /// A case of this name stays, with another raw value.
  case caseValueChanged(enumeration: String, name: String)
  /// A case of this raw value stays, with another name.
  case caseRenamed(enumeration: String, from: String, to: String)
  /// An enum came.
  case enumAdded(enumeration: String)
  /// An enum went.
  case enumRemoved(enumeration: String)
  /// The cases of an enum that is declared by hand are listed, which they were not.
  case casesListed(enumeration: String)
  /// The cases of an enum that is declared by hand are no longer listed.
  case casesUnlisted(enumeration: String)
  /// An enum that is, or was, declared by hand is spelt otherwise in Swift.
  case enumNameChanged(enumeration: String, from: String, to: String)
  /// A type has another Swift name; `from` and `to` are Swift names.
  case typeNameChanged(type: String, from: String, to: String)
  /// A property has another Swift name; `from` and `to` are Swift names.
  case propertyNameChanged(type: String, property: String, from: String, to: String)
  /// A property has another Swift type that is stored alike: `Int` and `Int64`, an enum and its raw type.
  case swiftTypeChanged(type: String, property: String, from: String, to: String)
  /// New objects start with another value.
  case defaultChanged(type: String, property: String)
  /// Linking objects came; `property` is a Swift name.
  case linkingObjectsAdded(type: String, property: String)
  /// Linking objects went; `property` is a Swift name.
  case linkingObjectsRemoved(type: String, property: String)
  /// Linking objects follow another property; `property` is a Swift name.
  case linkingObjectsChanged(type: String, property: String)
  /// A projection came; its name is a Swift name.
  case projectionAdded(projection: String)
  /// A projection went.
  case projectionRemoved(projection: String)
  /// A projection shows another type, or other properties.
  case projectionChanged(projection: String)
  /// A property of a projection, both by their Swift names, has another Swift type.
  case projectedTypeChanged(projection: String, property: String, from: String, to: String)
  /// Fewer or more may use the schema's types; `from` and `to` are Swift's words for the access.
  case accessChanged(from: String, to: String, isNarrower: Bool)

  /// Whether a file with this difference opens only under a higher schema version. Types that come or go are applied without, and so
  /// are wider integers, but not as elements: those are written again.
  public var needsVersion: Bool {
    switch self {
    case .typeAdded, .typeRemoved, .typeRenamed: false
    case .propertyChanged(_, _, let from, let to): !from.widens(to: to) || from.collection != .none
    case .kindChanged, .propertyRenamed, .propertyAdded, .propertyRemoved, .madeOptional, .madeRequired, .primaryKeyAdded,
      .primaryKeyRemoved,
      .primaryKeyChanged:
      true
    default: false
    }
  }
}
