import AshlarStore

extension _ResultsCore {
  func filtered(_ predicate: RealmPredicate, _ storedPath: ((String) -> String)?) -> _ResultsCore {
    do throws(RealmPredicateError) {
      var found = filtered(try condition(predicate, storedPath))
      for step in try arrangement(predicate, storedPath) { found = found.doing(step) }
      return found
    } catch {
      misuse(.predicate("\(error)"))
    }
  }

  private func doing(_ step: Step) -> _ResultsCore {
    switch step {
    case .sorted(let descriptors): sorted(descriptors)
    case .distinct(let keyPaths): distinct(keyPaths)
    case .limited(let limit): limited(to: limit.count, offset: limit.offset)
    case .filtered, .page: self
    }
  }

  /// Returns the sort, distinct and limit steps of a predicate in text. Throws if names do not fit the type.
  func arrangement(_ predicate: RealmPredicate, _ storedPath: ((String) -> String)?) throws(RealmPredicateError) -> [Step] {
    guard let core else { return [] }
    return try predicate.arrangement(entity, core, storedPath)
  }

  static let onlyObjects = "A condition in text names properties of objects, and these elements are values: write 'filter { $0 > 3 }'."

  /// Resolves a predicate in text. Throws if names or values do not fit the type.
  func condition(_ predicate: RealmPredicate, _ storedPath: ((String) -> String)?) throws(RealmPredicateError) -> Condition {
    requireRealm()
    refuseValues { _ in .query(_ResultsCore.onlyObjects) }
    guard let core else { return .constant(true) }
    core.checkConfinement("collection")
    return try predicate.condition(entity, core, storedPath)
  }
}
