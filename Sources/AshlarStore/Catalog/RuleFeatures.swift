import AshlarSchema

extension EntityRule {
  /// The features that a file lists if it has this rule. A unique rule of several columns has an index of several columns.
  var features: Set<FileFeature> {
    switch kind {
    case .primaryKey: [.keys]
    case .unique: properties.count == 1 ? [.unique] : [.unique, .indexes]
    case .index: [.indexes]
    case .range, .length, .count, .pattern, .oneOf, .required, .order: [.checks]
    case .holderDeleted, .targetDeleted: [.deletes]
    }
  }
}

extension SchemaModel {
  /// The features that a file with these types lists because of their rules.
  var ruleFeatures: Set<FileFeature> {
    entities.reduce(into: []) { features, entity in
      for rule in entity.rules { features.formUnion(rule.features) }
    }
  }
}
