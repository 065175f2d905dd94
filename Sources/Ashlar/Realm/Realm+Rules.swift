import AshlarSchema
import AshlarStore

extension Realm {
  /// Returns the rule violations that would cause the commit of the open write to fail now, at most 100; an empty array if no write is
  /// open.
  ///
  /// ```swift
  /// realm.beginWrite()
  /// account.email = field.text
  /// let violations = realm.ruleViolations()
  /// if violations.isEmpty { try realm.commitWrite() } else { realm.cancelWrite() }
  /// ```
  ///
  /// Changes nothing. `object(_:)` finds an object that the write has created only if the type has a primary key. Complexity: O(changed
  /// objects), and a search in the index of a unique rule for each value that an object has gained. See the guide, *Rules*.
  public func ruleViolations() -> [RuleViolation] {
    _core.checkConfinement("Realm")
    let names = _core.ruleNames
    if let refused = _core.session.writeRefusal as? RuleError { return refused.violations.map { names.violation($0) } }
    return _core.reading { try _core.session.ruleViolations() }.map { names.violation($0) }
  }
}

extension RuleNames {
  /// The names of the types and properties of a configuration.
  init(_ configuration: Realm.Configuration) {
    self.init { name in
      (try? RealmTypes.of(configuration))?.entities.values.first { $0.model.storedName == name }?.model
    }
  }
}
