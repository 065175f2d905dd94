/// One difference between two schemas in what a file stores. All names are stored names.
public enum SchemaDifference: Hashable, Sendable {
  /// The new schema has a type the old one has not.
  case typeAdded(type: String)
  /// The old schema has a type the new one has not.
  case typeRemoved(type: String)
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

  /// Whether a file with this difference opens only under a higher schema version. Types that come or go and wider
  /// integers are applied without.
  public var needsVersion: Bool {
    switch self {
    case .typeAdded, .typeRemoved: false
    case .propertyChanged(_, _, let from, let to): !from.widens(to: to)
    default: true
    }
  }
}

extension SchemaDifference: CustomStringConvertible {
  /// One sentence, a line of the schema mismatch error.
  public var description: String {
    switch self {
    case .typeAdded(let type): "Type '\(type)' has been added."
    case .typeRemoved(let type): "Type '\(type)' has been removed."
    case .kindChanged(let type, let from, let to): "Type '\(type)' has been changed from \(from) to \(to)."
    case .propertyAdded(let type, let property): "Property '\(type).\(property)' has been added."
    case .propertyRemoved(let type, let property): "Property '\(type).\(property)' has been removed."
    case .propertyChanged(let type, let property, let from, let to):
      "Property '\(type).\(property)' has been changed from '\(from)' to '\(to)'."
    case .madeOptional(let type, let property): "Property '\(type).\(property)' has been made optional."
    case .madeRequired(let type, let property): "Property '\(type).\(property)' has been made required."
    case .primaryKeyAdded(let type, let property): "Property '\(type).\(property)' has been made the primary key."
    case .primaryKeyRemoved(let type, let property): "Property '\(type).\(property)' is no longer the primary key."
    case .primaryKeyChanged(let type, let from, let to): "The primary key of '\(type)' has been changed from '\(from)' to '\(to)'."
    }
  }
}
