extension SchemaDifference {
  /// Returns the differences between `old` and `new` that are not part of the storage fingerprint: among them, those of indexes, enums,
  /// Swift names, defaults, linking objects and projections. Differences of types precede those of enums, which precede those of
  /// projections; each group is sorted by name. Documentation and the name and version of the schema are ignored. Complexity: O(n log n).
  public static func unstored(_ old: SchemaModel, _ new: SchemaModel) -> [SchemaDifference] {
    let old = SchemaRenames(from: old, to: new).applied(to: old)
    var differences: [SchemaDifference] = []
    merge(old.entities, new.entities, by: \.storedName) { before, after in
      if let before, let after { differences += unstored(before, in: old, after, in: new) }
    }
    merge(old.enums, new.enums, by: \.name) { before, after in
      switch (before, after) {
      case (let before?, let after?): differences += cases(before, after)
      // A model includes a handwritten enum only if its cases are listed.
      case (let before?, nil):
        differences.append(before.externalName == nil ? .enumRemoved(enumeration: before.name) : .casesUnlisted(enumeration: before.name))
      case (nil, let after?):
        differences.append(after.externalName == nil ? .enumAdded(enumeration: after.name) : .casesListed(enumeration: after.name))
      case (nil, nil): break
      }
    }
    merge(old.projections, new.projections, by: \.name) { before, after in
      switch (before, after) {
      case (let before?, let after?):
        if before.outline != after.outline { differences.append(.projectionChanged(projection: after.name)) }
        differences += types(before, in: old, after, in: new)
      case (let before?, nil): differences.append(.projectionRemoved(projection: before.name))
      case (nil, let after?): differences.append(.projectionAdded(projection: after.name))
      case (nil, nil): break
      }
    }
    return differences
  }

  private static func unstored(
    _ before: EntityModel, in old: SchemaModel, _ after: EntityModel, in new: SchemaModel
  ) -> [SchemaDifference] {
    let type = after.storedName
    var differences: [SchemaDifference] = []
    if before.name != after.name { differences.append(.typeNameChanged(type: type, from: before.name, to: after.name)) }
    merge(Array(before.columns), Array(after.columns), by: \.storedName) { was, column in
      guard let was, let column else { return }
      let property = column.storedName
      if was.name != column.name {
        differences.append(.propertyNameChanged(type: type, property: property, from: was.name, to: column.name))
      }
      // The index of a primary key is added and removed with the key.
      if was.isIndexed != column.isIndexed, was.isPrimaryKey == column.isPrimaryKey {
        differences.append(
          column.isIndexed ? .indexAdded(type: type, property: property) : .indexRemoved(type: type, property: property))
      }
      // If the stored type has changed, changes of the default and the Swift type are implied.
      guard StoredType(was, in: old) == StoredType(column, in: new) else { return }
      if was.target == nil, was.isOptional == column.isOptional, was.schemaType != column.schemaType {
        differences.append(.swiftTypeChanged(type: type, property: property, from: was.schemaType, to: column.schemaType))
      }
      if was.defaultValue != column.defaultValue { differences.append(.defaultChanged(type: type, property: property)) }
    }
    merge(linkingObjects(before), linkingObjects(after), by: \.name) { was, property in
      switch (was, property) {
      case (let was?, let property?):
        if origin(was, in: old) != origin(property, in: new) {
          differences.append(.linkingObjectsChanged(type: type, property: property.name))
        }
      case (let was?, nil): differences.append(.linkingObjectsRemoved(type: type, property: was.name))
      case (nil, let property?): differences.append(.linkingObjectsAdded(type: type, property: property.name))
      case (nil, nil): break
      }
    }
    return differences + rules(before, after, isFingerprinted: false)
  }

  /// Returns the changes of the Swift types of projected properties, whether the properties were redeclared or other declarations changed.
  private static func types(
    _ before: ProjectionModel, in old: SchemaModel, _ after: ProjectionModel, in new: SchemaModel
  ) -> [SchemaDifference] {
    after.properties.compactMap { property in
      guard let was = before.properties.first(where: { $0.name == property.name }),
        let from = before.type(of: was, in: old), let to = after.type(of: property, in: new), from != to
      else { return nil }
      return .projectedTypeChanged(projection: after.name, property: property.name, from: from, to: to)
    }
  }

  private static func linkingObjects(_ entity: EntityModel) -> [PropertyModel] {
    entity.properties.filter { $0.collection == .linkingObjects }
  }

  /// Returns the stored names of the type and the property that linking objects follow.
  private static func origin(_ property: PropertyModel, in schema: SchemaModel) -> [String?] {
    let source = property.target.flatMap { schema.entity(named: $0) }
    return [source?.storedName ?? property.target, source?.properties.first { $0.name == property.origin }?.storedName ?? property.origin]
  }

  /// Returns the changes of an enum's cases. Cases with equal raw values are the same case.
  private static func cases(_ before: EnumModel, _ after: EnumModel) -> [SchemaDifference] {
    let enumeration = after.name
    let old = Dictionary(before.cases.map { ($0.rawValue.comparedAsRaw, $0.name) }) { first, _ in first }
    let new = Dictionary(after.cases.map { ($0.rawValue.comparedAsRaw, $0.name) }) { first, _ in first }
    let oldNames = Set(before.cases.map(\.name))
    var moved: Set<String> = []
    var differences: [SchemaDifference] = []
    let (from, to) = (before.externalName ?? before.name, after.externalName ?? after.name)
    if from != to { differences.append(.enumNameChanged(enumeration: enumeration, from: from, to: to)) }
    for element in after.cases {
      if let name = old[element.rawValue.comparedAsRaw] {
        if name != element.name { differences.append(.caseRenamed(enumeration: enumeration, from: name, to: element.name)) }
      } else if oldNames.contains(element.name) {
        moved.insert(element.name)
        differences.append(.caseValueChanged(enumeration: enumeration, name: element.name))
      } else {
        differences.append(.caseAdded(enumeration: enumeration, name: element.name))
      }
    }
    for element in before.cases where new[element.rawValue.comparedAsRaw] == nil && !moved.contains(element.name) {
      differences.append(.caseRemoved(enumeration: enumeration, name: element.name))
    }
    return differences
  }
}

extension ProjectionModel {
  /// The projection without its documentation and without the types of its properties, which are compared individually.
  fileprivate var outline: ProjectionModel {
    var model = self
    model.documentation = nil
    for index in model.properties.indices {
      model.properties[index].documentation = nil
      if model.properties[index].swiftType != nil { model.properties[index].swiftType = "" }
    }
    return model
  }
}
