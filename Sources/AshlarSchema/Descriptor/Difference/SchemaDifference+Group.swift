extension SchemaDifference {
  /// The consequence of a difference for existing files.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// Existing files are adapted without loss.
    case automatic
    /// Existing files are adapted, but data is lost or becomes incorrect without a migration.
    case migration
    /// Existing files do not change.
    case api
  }

  /// The group of this difference.
  public var group: Group {
    switch self {
    case .typeAdded, .typeRemoved, .typeRenamed, .propertyRenamed, .propertyAdded, .madeOptional, .indexAdded, .indexRemoved, .caseAdded,
      .caseRemoved,
      .caseValueChanged:
      .automatic
    case .propertyChanged(_, _, let from, let to): from.widens(to: to) ? .automatic : .migration
    case .kindChanged, .propertyRemoved, .madeRequired, .primaryKeyAdded, .primaryKeyRemoved, .primaryKeyChanged: .migration
    case .ruleAdded(_, let rule, let isStored): Self.group(from: nil, to: rule, isStored: isStored)
    case .ruleRemoved(_, let rule, let isStored): Self.group(from: rule, to: nil, isStored: isStored)
    case .ruleChanged(_, let from, let to, let isStored): Self.group(from: from, to: to, isStored: isStored)
    case .caseRenamed, .enumAdded, .enumRemoved, .casesListed, .casesUnlisted, .enumNameChanged, .typeNameChanged, .propertyNameChanged,
      .swiftTypeChanged,
      .defaultChanged,
      .linkingObjectsAdded, .linkingObjectsRemoved, .linkingObjectsChanged, .projectionAdded, .projectionRemoved, .projectionChanged,
      .projectedTypeChanged, .accessChanged:
      .api
    }
  }

  /// The declaration that a difference concerns.
  public enum Subject: Hashable, Sendable {
    /// A type, by its stored name.
    case type(String)
    /// A property, by its type's stored name and its own.
    case property(type: String, property: String)
    /// Linking objects, by the stored name of the type and the Swift name of the property.
    case linkingObjects(type: String, property: String)
    /// An enum, by its Swift name.
    case enumeration(String)
    /// A case, by its enum's Swift name and its own.
    case enumCase(enumeration: String, name: String)
    /// A projection, by its Swift name.
    case projection(String)
    /// A property of a projection, by the projection's Swift name and its own.
    case projectedProperty(projection: String, property: String)
    /// The whole schema.
    case schema
  }

  /// The declaration in the new schema that this difference concerns; if it was removed, the declaration in the old schema.
  public var subject: Subject { subject(isOld: false) }

  /// The declaration in the old schema that this difference concerns. Renamed types and properties are identified by their new stored
  /// names, even here; `SchemaRenames.before(_:)` returns the old ones.
  public var oldSubject: Subject { subject(isOld: true) }

  private func subject(isOld: Bool) -> Subject {
    switch self {
    case .typeAdded(let type), .typeRemoved(let type), .typeRenamed(let type, _), .kindChanged(let type, _, _),
      .typeNameChanged(let type, _, _):
      .type(type)
    case .propertyAdded(let type, let property), .propertyRemoved(let type, let property), .propertyRenamed(let type, let property, _),
      .propertyChanged(let type, let property, _, _),
      .madeOptional(let type, let property), .madeRequired(let type, let property), .primaryKeyAdded(let type, let property),
      .primaryKeyRemoved(let type, let property), .indexAdded(let type, let property), .indexRemoved(let type, let property),
      .propertyNameChanged(let type, let property, _, _), .swiftTypeChanged(let type, let property, _, _),
      .defaultChanged(let type, let property):
      .property(type: type, property: property)
    case .ruleAdded(let type, let rule, _), .ruleRemoved(let type, let rule, _), .ruleChanged(let type, _, let rule, _):
      Self.subject(of: rule, type)
    case .primaryKeyChanged(let type, let from, let to): .property(type: type, property: isOld ? from : to)
    case .linkingObjectsAdded(let type, let property), .linkingObjectsRemoved(let type, let property),
      .linkingObjectsChanged(let type, let property):
      .linkingObjects(type: type, property: property)
    case .enumAdded(let enumeration), .enumRemoved(let enumeration), .casesListed(let enumeration),
      .casesUnlisted(let enumeration), .enumNameChanged(let enumeration, _, _):
      .enumeration(enumeration)
    case .caseAdded(let enumeration, let name), .caseRemoved(let enumeration, let name), .caseValueChanged(let enumeration, let name):
      .enumCase(enumeration: enumeration, name: name)
    case .projectionAdded(let name), .projectionRemoved(let name), .projectionChanged(let name): .projection(name)
    case .projectedTypeChanged(let name, let property, _, _): .projectedProperty(projection: name, property: property)
    case .accessChanged: .schema
    case .caseRenamed(let enumeration, let from, let to): .enumCase(enumeration: enumeration, name: isOld ? from : to)
    }
  }
}
