extension DefaultValue {
  /// Returns a negative number if this value is less than another one, 0 if they are equal, and a positive number if it is greater. Returns
  /// nil if they have no order: if one of them is NaN, if they have different forms, or if they are neither numbers nor dates. 0.0 equals
  /// -0.0, and decimal numbers are compared by their values.
  package func order(to other: DefaultValue) -> Int? {
    if case .int(let a) = self, case .int(let b) = other { return Self.order(a, b) }
    if case .double(let a) = self, case .double(let b) = other { return a.isNaN || b.isNaN ? nil : Self.order(a, b) }
    if case .date(let a, let aFraction) = self, case .date(let b, let bFraction) = other {
      return a == b ? Self.order(aFraction, bFraction) : Self.order(a, b)
    }
    if case .decimal128(let aLow, let aHigh) = self, case .decimal128(let bLow, let bHigh) = other {
      return DecimalOrder(low: aLow, high: aHigh).order(to: DecimalOrder(low: bLow, high: bHigh))
    }
    return nil
  }

  /// Whether this is a number or a date that can be the bound of a range: neither NaN nor infinite, and not the time of creation.
  package var isBound: Bool {
    if case .double(let number) = self { return number.isFinite }
    if case .decimal128(let low, let high) = self { return DecimalOrder(low: low, high: high).isFinite }
    return order(to: self) != nil
  }

  private static func order<Number: Comparable>(_ a: Number, _ b: Number) -> Int { a < b ? -1 : a == b ? 0 : 1 }
}
