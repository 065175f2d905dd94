internal import AshlarSchema
internal import AshlarSchemaTools

/// Drafts the schema of a database that `ashlar export` has created, from the description in the database.
enum ExportDraft {
  /// Returns the schema of the exported file with valid names, and with enums in place of rules that list values: in the schema language,
  /// only the type of a property can state such a rule.
  static func text(_ exported: SchemaModel, name: String, comments: [String]) -> String {
    var model = exported
    model.name = name
    var names = DraftedNames()
    var typeNames: [String: String] = [:]
    for (type, name) in names.retained(model.entities.map(\.name), isType: true) { typeNames[type] = name }
    for index in model.entities.indices {
      let type = exported.entities[index]
      model.entities[index].name = typeNames[type.name] ?? type.name
      var propertyNames = DraftedNames()
      let newNames = propertyNames.retained(type.properties.map(\.name), isType: false)
      for ordinal in type.properties.indices {
        let property = type.properties[ordinal]
        let newName = newNames[property.name] ?? property.name
        model.entities[index].properties[ordinal].name = newName
        if let target = property.target { model.entities[index].properties[ordinal].target = typeNames[target] ?? target }
        guard let values = type.values(of: property), property.collection == .none else { continue }
        let enumName = names.type("\(typeNames[type.name] ?? type.name) \(newName)")
        model.enums.append(DraftedEnum(enumName, property.type, values).model)
        model.entities[index].properties[ordinal].enumName = enumName
      }
    }
    return YAMLText.comments(comments, indentation: 0).map { $0 + "\n" }.joined() + DescriptorDump.yaml(model)
  }
}

extension EntityModel {
  // Returns the values that a rule permits for a property; nil if no rule lists them.
  fileprivate func values(of property: PropertyModel) -> [DefaultValue]? {
    for case .oneOf(let name, let values) in rules where name == property.storedName { return values }
    return nil
  }
}
