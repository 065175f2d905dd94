/// One difference between two schemas. Names of types and properties are stored names unless stated otherwise.
public indirect enum SchemaDifference: Hashable, Sendable {
  /// A type was added.
  case typeAdded(type: String)
  /// A type was removed.
  case typeRemoved(type: String)
  /// The stored name of a type changed, as its `was` declares.
  case typeRenamed(type: String, from: String)
  /// The stored name of a column changed, as its `was` declares.
  case propertyRenamed(type: String, property: String, from: String)
  /// The kind of a type changed: object, embedded or asymmetric.
  case kindChanged(type: String, from: EntityKind, to: EntityKind)
  /// A column was added.
  case propertyAdded(type: String, property: String)
  /// A column was removed.
  case propertyRemoved(type: String, property: String)
  /// The type, collection kind or target of a column changed. A change of its optionality is not reported separately.
  case propertyChanged(type: String, property: String, from: StoredType, to: StoredType)
  /// The property, or an element of it, may now be nil.
  case madeOptional(type: String, property: String)
  /// The property, or an element of it, may no longer be nil.
  case madeRequired(type: String, property: String)
  /// A type without a primary key gained one.
  case primaryKeyAdded(type: String, property: String)
  /// A type lost its primary key.
  case primaryKeyRemoved(type: String, property: String)
  /// A different property became the primary key.
  case primaryKeyChanged(type: String, from: String, to: String)

  /// A rule, or an index of several properties, was added. `isStored` is false if files do not contain the rule, because the type is
  /// asymmetric.
  case ruleAdded(type: String, rule: EntityRule, isStored: Bool)
  /// A rule, or an index of several properties, was removed.
  case ruleRemoved(type: String, rule: EntityRule, isStored: Bool)
  /// The values of a rule changed, but not its properties; or the properties of a compound primary key changed.
  case ruleChanged(type: String, from: EntityRule, to: EntityRule, isStored: Bool)

  // MARK: - Outside of the stored form

  /// An index was added and must be built.
  case indexAdded(type: String, property: String)
  /// An index was removed.
  case indexRemoved(type: String, property: String)
  /// An enum has a case with a new raw value.
  case caseAdded(enumeration: String, name: String)
  /// An enum no longer has a case for a raw value.
  case caseRemoved(enumeration: String, name: String)
  /// The raw value of a case changed, but not its name.
  case caseValueChanged(enumeration: String, name: String)
  /// The name of a case changed, but not its raw value.
  case caseRenamed(enumeration: String, from: String, to: String)
  /// An enum was added.
  case enumAdded(enumeration: String)
  /// An enum was removed.
  case enumRemoved(enumeration: String)
  /// The cases of a handwritten enum are now listed.
  case casesListed(enumeration: String)
  /// The cases of a handwritten enum are no longer listed.
  case casesUnlisted(enumeration: String)
  /// The Swift name of an enum that is or was handwritten changed.
  case enumNameChanged(enumeration: String, from: String, to: String)
  /// The Swift name of a type changed; `from` and `to` are Swift names.
  case typeNameChanged(type: String, from: String, to: String)
  /// The Swift name of a property changed; `from` and `to` are Swift names.
  case propertyNameChanged(type: String, property: String, from: String, to: String)
  /// The Swift type of a property changed, but not its stored type, for example between `Int` and `Int64`, or between an enum and its raw
  /// type.
  case swiftTypeChanged(type: String, property: String, from: String, to: String)
  /// The default value of a property changed.
  case defaultChanged(type: String, property: String)
  /// Linking objects were added; `property` is a Swift name.
  case linkingObjectsAdded(type: String, property: String)
  /// Linking objects were removed; `property` is a Swift name.
  case linkingObjectsRemoved(type: String, property: String)
  /// Linking objects now follow a different property; `property` is the Swift name of the linking objects.
  case linkingObjectsChanged(type: String, property: String)
  /// A projection was added; its name is a Swift name.
  case projectionAdded(projection: String)
  /// A projection was removed; its name is a Swift name.
  case projectionRemoved(projection: String)
  /// The root type or the properties of a projection changed.
  case projectionChanged(projection: String)
  /// The Swift type of a projection's property changed; both names are Swift names.
  case projectedTypeChanged(projection: String, property: String, from: String, to: String)
  /// The access level of the schema's types changed; `from` and `to` are Swift's keywords.
  case accessChanged(from: String, to: String, isNarrower: Bool)

  /// Whether a file with this difference opens only if the schema version is higher than the file's. Added, removed and renamed types do
  /// not require a higher version. Neither do wider integers, except as elements of collections, which must be rewritten.
  public var needsVersion: Bool {
    switch self {
    case .typeAdded, .typeRemoved, .typeRenamed: false
    case .propertyChanged(_, _, let from, let to): !from.widens(to: to) || from.collection != .none
    case .kindChanged, .propertyRenamed, .propertyAdded, .propertyRemoved, .madeOptional, .madeRequired, .primaryKeyAdded,
      .primaryKeyRemoved,
      .primaryKeyChanged:
      true
    case .ruleAdded(_, let rule, let isStored), .ruleRemoved(_, let rule, let isStored):
      Self.needsVersion(rule, isChange: false, isStored: isStored)
    case .ruleChanged(_, _, let rule, let isStored): Self.needsVersion(rule, isChange: true, isStored: isStored)
    default: false
    }
  }
}
