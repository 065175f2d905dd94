/// The types and properties that a schema stores under a different name than an older schema, determined by their former names (`was`).
///
/// A former name applies only if the old schema has it, the new schema does not, and the old schema does not have the new name. The first
/// such name, which is the newest, applies. If several declarations claim the same name, it is assigned to the first of them in the order
/// of the schema.
public struct SchemaRenames: Hashable, Sendable {
  /// The old stored names of types, by their new stored names.
  public private(set) var types: [String: String] = [:]
  /// The old stored names of properties, by the new stored names of the type and the property.
  public private(set) var properties: [String: [String: String]] = [:]

  /// Finds the renames between two schemas. Complexity: O(n) in the size of both schemas.
  public init(from old: SchemaModel, to new: SchemaModel) {
    let before = Dictionary(old.entities.map { ($0.storedName, $0) }) { first, _ in first }
    let current = Set(new.entities.map(\.storedName))
    var claimedTypes: Set<String> = []
    for entity in new.entities {
      if before[entity.storedName] == nil,
        let name = entity.was.first(where: { before[$0] != nil && !current.contains($0) && !claimedTypes.contains($0) })
      {
        claimedTypes.insert(name)
        types[entity.storedName] = name
      }
      guard let was = before[types[entity.storedName] ?? entity.storedName] else { continue }
      let names = Set(was.columns.map(\.storedName))
      let columns = Set(entity.columns.map(\.storedName))
      var claimed: Set<String> = []
      for property in entity.columns where !names.contains(property.storedName) {
        guard let name = property.was.first(where: { names.contains($0) && !columns.contains($0) && !claimed.contains($0) }) else {
          continue
        }
        claimed.insert(name)
        properties[entity.storedName, default: [:]][property.storedName] = name
      }
    }
  }

  /// Returns the old schema with the new stored names. Complexity: O(n).
  public func applied(to old: SchemaModel) -> SchemaModel {
    if types.isEmpty, properties.isEmpty { return old }
    let newTypes = Dictionary(types.map { ($1, $0) }) { first, _ in first }
    var result = old
    for index in result.entities.indices {
      let name = newTypes[result.entities[index].storedName] ?? result.entities[index].storedName
      result.entities[index].storedName = name
      let newNames = Dictionary((properties[name] ?? [:]).map { ($1, $0) }) { first, _ in first }
      for column in result.entities[index].properties.indices {
        guard let new = newNames[result.entities[index].properties[column].storedName] else { continue }
        result.entities[index].properties[column].storedName = new
      }
      if !newNames.isEmpty, !result.entities[index].rules.isEmpty {
        result.entities[index].rules = result.entities[index].rules.map { $0.renaming(newNames) }
      }
    }
    return result
  }

  /// Returns the subject with the names that the old schema has for it.
  public func before(_ subject: SchemaDifference.Subject) -> SchemaDifference.Subject {
    switch subject {
    case .type(let type): .type(types[type] ?? type)
    case .property(let type, let property):
      .property(type: types[type] ?? type, property: properties[type]?[property] ?? property)
    case .linkingObjects(let type, let property): .linkingObjects(type: types[type] ?? type, property: property)
    case .enumeration, .enumCase, .projection, .projectedProperty, .schema: subject
    }
  }
}
