/// What an input showed that must never be: a rule is broken, told in words.
public struct FuzzFinding: Error, CustomStringConvertible {
  /// The rule that does not hold, and how.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless the rule holds.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(FuzzFinding) {
  guard holds else { throw FuzzFinding(rule()) }
}
