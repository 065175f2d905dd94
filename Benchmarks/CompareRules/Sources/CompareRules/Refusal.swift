import Ashlar

extension Realm {
  /// Executes the body in a write. Returns the violations for which the commit was refused, or nil if it was not. Throws other errors.
  func judged(_ body: () -> Void) throws -> [RuleViolation]? {
    do {
      try write { body() }
      return nil
    } catch let error as Realm.Error where error.code == .ruleViolated {
      return error.violations
    }
  }
}

/// A difference between the databases that the rules do not explain.
struct Difference: Error, CustomStringConvertible {
  var description: String
}
