import AshlarStore

extension AnyOrder {
  /// A condition: values of kinds that do not compare are different, and neither less nor greater.
  static func matches(_ a: AnyStored, _ comparison: Condition.Comparison, _ b: AnyStored) -> Bool {
    if case .none = a, case .none = b { return comparison == .equal || comparison == .lessOrEqual || comparison == .greaterOrEqual }
    guard let order = comparable(a, b) else { return comparison == .notEqual }
    return ValueTest.holds(order, comparison)
  }
}
