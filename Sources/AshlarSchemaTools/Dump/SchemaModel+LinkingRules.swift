internal import AshlarSchema

extension SchemaModel {
  /// Returns the schema with linking objects for each delete rule that deletes or protects the objects that link to a deleted object. In
  /// the schema language, such a rule is a key of linking objects, which a database file does not contain. The result equals this schema if
  /// the schema already has linking objects for all such rules.
  func statingDeleteRules() -> SchemaModel {
    var result = self
    for source in entities {
      for case .targetDeleted(let storedName, _) in source.rules {
        guard let link = source.column(storedAs: storedName), let target = link.target,
          let place = result.entities.firstIndex(where: { $0.name == target })
        else { continue }
        let properties = result.entities[place].properties
        let isStated = properties.contains { property in
          property.collection == .linkingObjects && property.target == source.name && property.origin == link.name
        }
        if isStated { continue }
        var name = "linking\(source.name)\(link.name.prefix(1).uppercased())\(link.name.dropFirst())"
        while properties.contains(where: { $0.name == name }) { name += "_" }
        result.entities[place].properties.append(
          PropertyModel(name: name, type: .object, collection: .linkingObjects, target: source.name, origin: link.name))
      }
    }
    return result
  }
}
