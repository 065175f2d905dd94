import AshlarStore

extension Comparison {
  /// Evaluates a comparison in two-valued logic: nil equals nil, differs from everything else, and is neither less nor greater. As an
  /// exception, nil is less than text and data that are not in an `AnyRealmValue`.
  func holds(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.any, _), (_, .any):
      if let a = AnyView(a), let b = AnyView(b) { return a.matches(self, b) }
      guard let a = AnyOrder.stored(a), let b = AnyOrder.stored(b) else { return self == .notEqual }
      return AnyOrder.matches(a, self, b)
    case (.null, .null): return self == .equal || self == .lessOrEqual || self == .greaterOrEqual
    case (.null, .text), (.null, .bytes): return self == .notEqual || self == .less || self == .lessOrEqual
    case (.text, .null), (.bytes, .null): return self == .notEqual || self == .greater || self == .greaterOrEqual
    case (.null, _), (_, .null): return self == .notEqual
    // NaN also differs from numbers of other types.
    case (.double(let number), _) where number.isNaN, (_, .double(let number)) where number.isNaN: return self == .notEqual
    default: break
    }
    guard let order = CellValue.order(a, b) else { return self == .notEqual }
    return holds(order)
  }

  /// Returns whether the order of two values (negative, 0 or positive) satisfies the comparison.
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
