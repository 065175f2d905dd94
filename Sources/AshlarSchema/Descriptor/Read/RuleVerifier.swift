/// Verifies a rule of a type: that the type and its properties allow the rule, and that the values of the rule are valid.
struct RuleVerifier {
  let entity: EntityModel
  /// The ordinals of the columns of the type, by stored name.
  let places: [String: Int]
  /// The kinds of all types, by their Swift names.
  let kinds: [String: EntityKind]
  let table: RecordTable
  let record: Int

  /// Verifies a rule. `others` are the rules of the type that precede it.
  func verify(_ rule: EntityRule, after others: [EntityRule]) throws(DescriptorError) {
    let properties = rule.properties.compactMap { places[$0].map { entity.properties[$0] } }
    guard rule.kind.isAllowed(on: entity.kind), Set(rule.properties).count == properties.count, allow(rule, properties) else {
      throw table.error(record, RuleRecord.kind, .broken(.ruleNotAllowed))
    }
    guard hasValidValues(rule, properties) else { throw table.error(record, RuleRecord.low, .broken(.ruleValueNotAllowed)) }
    switch rule {
    case .primaryKey:
      guard others.isEmpty, entity.primaryKey == nil else { throw table.error(record, RuleRecord.kind, .broken(.secondKey)) }
    case .unique(let unique) where unique.properties.count == 1 && unique.condition == nil:
      // A link has no index other than that of its rule.
      guard properties[0].isIndexed || properties[0].type == .object else {
        throw table.error(record, RuleRecord.kind, .broken(.uniqueNotIndexed))
      }
    case .unique, .index, .range, .length, .count, .pattern, .oneOf, .required, .order, .holderDeleted, .targetDeleted: break
    }
  }

  private func allow(_ rule: EntityRule, _ properties: [PropertyModel]) -> Bool {
    switch rule {
    case .unique(let unique):
      let parts = properties.prefix(unique.properties.count)
      guard parts.allSatisfy({ $0.allows(.unique, target: kind(of: $0)) }) else { return false }
      return unique.condition.map { properties.last?.allowsCondition($0.value, target: properties.last.flatMap(kind)) == true } ?? true
    case .order(_, let relation, _): return properties[0].isComparable(relation, to: properties[1])
    case .holderDeleted(_, .deny) where entity.kind == .embedded: return false
    case .primaryKey, .index, .range, .length, .count, .pattern, .oneOf, .required, .holderDeleted, .targetDeleted:
      return properties.allSatisfy { $0.allows(rule.kind, target: kind(of: $0)) }
    }
  }

  /// Returns whether the bounds, the pattern or the values of a rule fit its property.
  private func hasValidValues(_ rule: EntityRule, _ properties: [PropertyModel]) -> Bool {
    let type = properties[0].type
    switch rule {
    case .range(_, let bounds):
      return [bounds.low, bounds.high].allSatisfy { $0.map { $0.isBound && type.breach(by: $0) == nil } ?? true } && !bounds.isEmpty
    case .pattern(_, let text): return (try? GlobPattern(text)) != nil
    case .oneOf(_, let values):
      return values.allSatisfy { $0.isLiteral && type.breach(by: $0) == nil } && Set(values).count == values.count
    case .primaryKey, .unique, .index, .length, .count, .required, .order, .holderDeleted, .targetDeleted: return true
    }
  }

  private func kind(of property: PropertyModel) -> EntityKind? { property.target.flatMap { kinds[$0] } }
}
