internal import AshlarSchema

/// The rules of one type in the schema language. Delete rules of linking objects are keys of the type to which the links point; see
/// `SchemaModel.statingDeleteRules()` for types without linking objects.
struct RuleDump {
  private let entity: EntityModel
  private let schema: SchemaModel
  /// The Swift names of the properties, by their stored names.
  private let names: [String: String]

  init(_ entity: EntityModel, in schema: SchemaModel) {
    (self.entity, self.schema) = (entity, schema)
    names = entity.rules.isEmpty ? [:] : Dictionary(entity.columns.map { ($0.storedName, $0.name) }) { first, _ in first }
  }

  /// The keys of the type that state rules: `primaryKey`, `unique`, `indexes` and `checks`.
  var keys: [String] {
    var keys: [String] = []
    if let key = entity.compoundKey { keys.append("primaryKey: \(list(key))") }
    let unique = entity.rules.compactMap { rule -> String? in
      guard case .unique(let unique) = rule, !unique.isOfOne else { return nil }
      return item(unique)
    }
    if !unique.isEmpty { keys.append("unique: [\(unique.joined(separator: ", "))]") }
    let indexes = entity.rules.filter { $0.kind == .index }.map { list($0.properties) }
    if !indexes.isEmpty { keys.append("indexes: [\(indexes.joined(separator: ", "))]") }
    let checks = entity.rules.compactMap { rule -> String? in
      guard case .order(let left, let relation, let right) = rule else { return nil }
      return YAMLScalar.quoted("\(names[left] ?? left) \(relation.symbol) \(names[right] ?? right)")
    }
    if !checks.isEmpty { keys.append("checks: [\(checks.joined(separator: ", "))]") }
    return keys
  }

  /// Returns whether a unique rule concerns the property alone; such a rule implies the property's index.
  func isUnique(_ property: PropertyModel) -> Bool { entity.rules.contains(.unique(UniqueRule([property.storedName]))) }

  /// Returns the keys of a property that state rules. For linking objects, this is the delete rule of the links that they follow.
  func keys(of property: PropertyModel) -> [String] {
    if property.collection == .linkingObjects { return linkingKeys(of: property) }
    return entity.rules.filter { $0.properties == [property.storedName] }.flatMap { rule -> [String] in
      switch rule {
      case .unique(let unique): unique.isOfOne ? ["unique: true"] : []
      case .range(_, let bounds):
        [
          bounds.low.map { "\(bounds.excludesLow ? "above" : "min"): \(text($0))" },
          bounds.high.map { "\(bounds.excludesHigh ? "below" : "max"): \(text($0))" },
        ].compactMap(\.self)
      case .length(_, let bounds): ["length: \(bounds.text)"]
      case .count(_, let bounds): ["count: \(bounds.text)"]
      case .pattern(_, let pattern): ["pattern: \(YAMLScalar.quoted(pattern))"]
      case .required: ["required: true"]
      case .holderDeleted(_, let rule): ["deleteRule: \(rule.word)"]
      case .primaryKey, .index, .oneOf, .order, .targetDeleted: []
      }
    }
  }

  /// Returns the names of the checked enums: the enums of properties with a `oneOf` rule.
  static func checkedEnums(in schema: SchemaModel) -> Set<String> {
    var names: Set<String> = []
    for entity in schema.entities {
      for case .oneOf(let name, _) in entity.rules { names.formUnion(entity.column(storedAs: name)?.enumName.map { [$0] } ?? []) }
    }
    return names
  }

  private func linkingKeys(of property: PropertyModel) -> [String] {
    guard let source = property.target.flatMap({ schema.entity(named: $0) }),
      let link = source.columns.first(where: { $0.name == property.origin })
    else { return [] }
    for case .targetDeleted(link.storedName, let rule) in source.rules { return ["deleteRule: \(rule.word)"] }
    return []
  }

  private func list(_ storedNames: [String]) -> String {
    "[\(storedNames.map { YAMLScalar.text(names[$0] ?? $0) }.joined(separator: ", "))]"
  }

  private func item(_ rule: UniqueRule) -> String {
    if rule.condition == nil, !rule.nilCounts { return list(rule.properties) }
    var keys = ["of: \(list(rule.properties))"]
    if let condition = rule.condition {
      let key = condition.value.map { $0 ? "whenTrue" : "whenFalse" } ?? "whenNil"
      keys.append("\(key): \(YAMLScalar.text(names[condition.property] ?? condition.property))")
    }
    if rule.nilCounts { keys.append("nilCounts: true") }
    return "{ \(keys.joined(separator: ", ")) }"
  }

  private func text(_ bound: DefaultValue) -> String { YAMLScalar.quoted(bound.boundText) }
}

extension UniqueRule {
  /// Whether the rule has a single property, no condition and no `nilCounts`, and is therefore written as a key of the property.
  fileprivate var isOfOne: Bool { properties.count == 1 && condition == nil && !nilCounts }
}
