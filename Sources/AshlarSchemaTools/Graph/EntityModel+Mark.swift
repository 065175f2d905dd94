internal import AshlarSchema

extension EntityModel {
  /// Returns the mark of a property in diagrams: `key`, or `key 1` and so on for the parts of a compound key, `unique`, `index`, or an
  /// empty string.
  func mark(of property: PropertyModel) -> String {
    if property.isPrimaryKey { return "key" }
    if property.collection == .linkingObjects { return "" }
    if let part = compoundKey?.firstIndex(of: property.storedName) { return "key \(part + 1)" }
    let isUnique = rules.contains { rule in
      guard case .unique(let unique) = rule else { return false }
      return unique.condition == nil && unique.properties == [property.storedName]
    }
    return isUnique ? "unique" : property.isIndexed ? "index" : ""
  }

  /// Returns the name of the delete rule of a link or of linking objects; nil if there is none.
  func deleteRule(of property: PropertyModel, in schema: SchemaModel) -> String? {
    if property.collection == .linkingObjects {
      let source = property.target.flatMap { schema.entity(named: $0) }
      guard let link = source?.columns.first(where: { $0.name == property.origin }) else { return nil }
      for case .targetDeleted(link.storedName, let rule) in source?.rules ?? [] { return rule.word }
      return nil
    }
    for case .holderDeleted(property.storedName, let rule) in rules { return rule.word }
    return nil
  }
}
