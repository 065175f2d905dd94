/// What a schema stores under another name than an older one did, as its former names (`was`) tell.
///
/// A former name counts only where the old schema has it and the new one does not, and the new name is new; the first such
/// name, which is the newest, wins. Where several claim one, the first in the order of the schema has it.
public struct SchemaRenames: Hashable, Sendable {
  /// Old stored names of types by their new ones.
  public private(set) var types: [String: String] = [:]
  /// Old stored names of properties by their new ones, by the new stored name of their type.
  public private(set) var properties: [String: [String: String]] = [:]

  /// Finds the renames between two schemas. Complexity: O(n) in the size of both.
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

  /// The old schema under the new stored names. Complexity: O(n).
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
    }
    return result
  }

  /// The subject under the names that the old schema has for it.
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
