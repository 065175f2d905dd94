import AshlarStore

extension AnyOrder {
  /// Evaluates a comparison: values of incomparable kinds differ, and neither is less than the other.
  static func matches(_ a: AnyStored, _ comparison: Comparison, _ b: AnyStored) -> Bool {
    if case .none = a, case .none = b { return comparison == .equal || comparison == .lessOrEqual || comparison == .greaterOrEqual }
    guard let order = comparable(a, b) else { return comparison == .notEqual }
    return ValueTest.holds(order, comparison)
  }
}
