import AshlarSchema
import AshlarStore

/// Converts the violations that the store reports, with the names of types and properties in the file, to those of the public API.
struct RuleNames {
  /// Returns the type with a stored name; nil if the program does not list it.
  let model: (String) -> EntityModel?
  /// Returns whether a row, given by the type's stored name and the row's number, belongs to an object that the file does not contain.
  var isNew: (String, Int64) -> Bool = { _, _ in false }

  // Returns the violation with the program's names.
  private func named(_ violation: StoredViolation) -> StoredViolation {
    var named = violation
    if let model = model(violation.owner) {
      var names: [String: String] = [:]
      for property in model.columns { names[property.storedName] = property.name }
      named.rule = violation.rule.renaming(names)
    }
    named.object.type = name(of: violation.object.type)
    if let holder = violation.holder { named.holder?.type = name(of: holder.type) }
    return named
  }

  private func name(of stored: String) -> String { model(stored)?.name ?? stored }

  private func identity(_ place: StoredViolation.Place) -> ObjectIdentity {
    ObjectIdentity(
      type: name(of: place.type), row: place.row, primaryKey: place.key, storedType: place.type, isNew: isNew(place.type, place.row))
  }

  /// Returns the violation in the form that the public API reports.
  func violation(_ stored: StoredViolation) -> Realm.RuleViolation {
    let named = named(stored)
    return Realm.RuleViolation(
      rule: Realm.RuleViolation.Rule(named.rule.kind), type: named.owner, properties: named.rule.properties, values: named.values,
      expected: named.rule.expectedText, object: identity(stored.object), holder: stored.holder.map { identity($0) }, more: stored.more,
      text: named.description)
  }

  /// Returns the error of a write that breaks rules.
  func error(_ error: RuleError) -> Realm.Error {
    let violations = error.violations.map { violation($0) }
    let rest = error.more == 0 ? "" : error.more == 1 ? "\n- 1 more violation" : "\n- \(error.more) more violations"
    let lines = violations.map { "- \($0.text)" }.joined(separator: "\n")
    return Realm.Error(
      .ruleViolated, "'\(error.path)': the write was not stored, because it breaks rules of the schema.\n\(lines)\(rest)",
      path: error.path, violations: violations, more: error.more)
  }

  /// Returns the error that opening a file throws if the file breaks a rule.
  func error(brokenBy stored: StoredViolation, more: Int, path: String) -> Realm.Error {
    Realm.Error(
      .ruleViolated, CatalogError.ruleBroken(path: path, named(stored), more: more).description, path: path,
      violations: [violation(stored)], more: more)
  }
}

extension Realm.RuleViolation.Rule {
  fileprivate init(_ kind: RuleKind) {
    switch kind {
    // No violation of a key or an index is reported: keys are compared when an object is added, and an index does not restrict values.
    case .primaryKey, .index, .unique: self = .unique
    case .range: self = .range
    case .length: self = .length
    case .count: self = .count
    case .pattern: self = .pattern
    case .oneOf: self = .oneOf
    case .required: self = .required
    case .order: self = .order
    case .holderDeleted, .targetDeleted: self = .denied
    }
  }
}

extension EntityRule {
  // The permitted values; empty if the rule states no values.
  fileprivate var expectedText: String {
    switch self {
    case .range, .length, .count, .pattern: valueText ?? ""
    case .order(let first, let relation, let second): "\(first) \(relation.symbol) \(second)"
    case .primaryKey, .unique, .index, .oneOf, .required, .holderDeleted, .targetDeleted: ""
    }
  }
}

extension _RealmCore {
  /// The names of this Realm's types and properties. Rows that the file does not contain are those of the open write, or, after a write was
  /// cancelled, those after the last row of the table.
  var ruleNames: RuleNames {
    RuleNames(
      model: { name in self.entities.values.first { $0.model.storedName == name }?.model },
      isNew: { name, row in
        self.session.tables.lazy.compactMap { $0 }.first { $0.entity.storedName == name }.map { !self.session.wasStored($0.ordinal, row) }
          ?? false
      })
  }

  /// Like `Realm.Error.wrapping`, for an error of this Realm's file. Violations contain the names of this Realm's types and properties.
  func wrapping(_ error: any Error) -> any Error {
    if let error = error as? RuleError { return ruleNames.error(error) }
    return Realm.Error.wrapping(error)
  }
}
