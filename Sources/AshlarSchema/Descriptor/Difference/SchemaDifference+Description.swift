extension SchemaDifference: CustomStringConvertible {
  /// The difference as one sentence, a line of the schema mismatch error.
  public var description: String {
    switch self {
    case .typeAdded(let type): "Type '\(type)' has been added."
    case .typeRemoved(let type): "Type '\(type)' has been removed."
    case .typeRenamed(let type, let from): "Type '\(from)' has been renamed to '\(type)'."
    case .propertyRenamed(let type, let property, let from): "Property '\(type).\(from)' has been renamed to '\(property)'."
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
    case .ruleAdded(let type, let rule, _): Self.sentence(rule.kind == .index ? "An" : "A", rule, of: type, "added")
    case .ruleRemoved(let type, let rule, _): Self.sentence("The", rule, of: type, "removed")
    case .ruleChanged(let type, let from, let to, _):
      "The \(to.name(of: type)) has been changed\(Self.change(from.valueText, to.valueText))."
    default: unstoredDescription
    }
  }

  private static func sentence(_ article: String, _ rule: EntityRule, of type: String, _ verb: String) -> String {
    "\(article) \(rule.name(of: type))\(rule.valueText.map { " (\($0))" } ?? "") has been \(verb)."
  }

  private static func change(_ old: String?, _ new: String?) -> String {
    if old == nil, new == nil { return "" }
    return (old.map { " from '\($0)'" } ?? "") + (new.map { " to '\($0)'" } ?? "")
  }

  private var unstoredDescription: String {
    switch self {
    case .indexAdded(let type, let property): "An index on '\(type).\(property)' has been added."
    case .indexRemoved(let type, let property): "The index on '\(type).\(property)' has been removed."
    case .caseAdded(let enumeration, let name): "Case '\(enumeration).\(name)' has been added."
    case .caseRemoved(let enumeration, let name): "Case '\(enumeration).\(name)' has been removed."
    case .caseValueChanged(let enumeration, let name): "The raw value of case '\(enumeration).\(name)' has been changed."
    case .caseRenamed(let enumeration, let from, let to): "Case '\(enumeration).\(from)' has been renamed to '\(to)' in Swift."
    case .enumAdded(let enumeration): "Enum '\(enumeration)' has been added."
    case .enumRemoved(let enumeration): "Enum '\(enumeration)' has been removed."
    case .casesListed(let enumeration): "The cases of the external enum '\(enumeration)' are listed now."
    case .casesUnlisted(let enumeration): "The cases of the external enum '\(enumeration)' are no longer listed."
    case .enumNameChanged(let enumeration, let from, let to):
      "The Swift name of enum '\(enumeration)' has been changed from '\(from)' to '\(to)'."
    case .typeNameChanged(_, let from, let to): "Type '\(from)' has been renamed to '\(to)' in Swift."
    case .propertyNameChanged(let type, _, let from, let to): "Property '\(type).\(from)' has been renamed to '\(to)' in Swift."
    case .swiftTypeChanged(let type, let property, let from, let to):
      "The Swift type of '\(type).\(property)' has been changed from '\(from)' to '\(to)'."
    case .projectionAdded(let name): "Projection '\(name)' has been added."
    case .projectionRemoved(let name): "Projection '\(name)' has been removed."
    case .projectionChanged(let name): "Projection '\(name)' has been changed."
    case .projectedTypeChanged(let projection, let property, let from, let to):
      "The Swift type of '\(projection).\(property)' has been changed from '\(from)' to '\(to)'."
    case .accessChanged(let from, let to, let isNarrower):
      "The access of the schema has been \(isNarrower ? "narrowed" : "widened") from '\(from)' to '\(to)'."
    case .defaultChanged(let type, let property): "The default of '\(type).\(property)' has been changed."
    case .linkingObjectsAdded(let type, let property): "Linking objects '\(type).\(property)' have been added."
    case .linkingObjectsRemoved(let type, let property): "Linking objects '\(type).\(property)' have been removed."
    case .linkingObjectsChanged(let type, let property): "Linking objects '\(type).\(property)' follow another property."
    default: ""
    }
  }
}
