extension SchemaDifference {
  /// Returns the differences between the rules of two versions of one entity: added and changed rules in the order of the new version, then
  /// removed rules. The names of properties are those of the new version. Complexity: O(n × m) for n old and m new rules.
  /// - Parameter isFingerprinted: Whether to return the differences that are part of the storage fingerprint, or all others. The rules of
  ///   asymmetric types are never part of the fingerprint, because files do not store them.
  static func rules(_ before: EntityModel, _ after: EntityModel, isFingerprinted: Bool) -> [SchemaDifference] {
    if before.rules.isEmpty, after.rules.isEmpty { return [] }
    let type = after.storedName
    let isStored = after.kind != .asymmetric
    func isWanted(_ rule: EntityRule, isChange: Bool) -> Bool {
      needsVersion(rule, isChange: isChange, isStored: isStored) == isFingerprinted
    }
    var left = before.rules
    var differences: [SchemaDifference] = []
    for rule in after.rules {
      if let index = left.firstIndex(where: { rule.replaces($0) }) {
        let old = left.remove(at: index)
        guard old != rule, isWanted(rule, isChange: true) else { continue }
        differences.append(.ruleChanged(type: type, from: old, to: rule, isStored: isStored))
      } else if isWanted(rule, isChange: false) {
        differences.append(.ruleAdded(type: type, rule: rule, isStored: isStored))
      }
    }
    return differences + left.filter { isWanted($0, isChange: false) }.map { .ruleRemoved(type: type, rule: $0, isStored: isStored) }
  }

  /// Returns the group of a difference between rules.
  /// - Parameters:
  ///   - old: The rule in the old schema; nil if it was added.
  ///   - new: The rule in the new schema; nil if it was removed.
  static func group(from old: EntityRule?, to new: EntityRule?, isStored: Bool) -> Group {
    guard isStored, let kind = (new ?? old)?.kind else { return .api }
    switch kind {
    case .index, .holderDeleted, .targetDeleted: return .automatic
    case .primaryKey: return .migration
    case .unique, .range, .length, .count, .pattern, .oneOf, .required, .order:
      guard let new else { return .automatic }
      return old?.implies(new) == true ? .automatic : .migration
    }
  }

  /// Returns whether a file whose rules differ from those of the schema opens only if the schema version is higher than the file's. This is
  /// the case if the difference is part of the storage fingerprint. Indexes and the values of checked enums are not part of the
  /// fingerprint, because files retain those that a schema lacks.
  static func needsVersion(_ rule: EntityRule, isChange: Bool, isStored: Bool) -> Bool {
    isStored && (isChange ? rule.kind.areValuesFingerprinted : rule.kind.isFingerprinted)
  }

  /// Returns the declaration that a rule concerns: the property, or the type if the rule has several properties.
  static func subject(of rule: EntityRule, _ type: String) -> Subject {
    let properties = rule.properties
    return properties.count == 1 ? .property(type: type, property: properties[0]) : .type(type)
  }
}
