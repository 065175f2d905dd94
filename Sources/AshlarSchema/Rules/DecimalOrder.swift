/// A decimal128, prepared for comparisons.
struct DecimalOrder {
  // The least coefficient of 34 digits, 10^33.
  private static let leastFull: UInt128 = 1_000_000_000_000_000_000_000_000_000_000_000

  /// -1, 0 or 1; nil for NaN.
  private let sign: Int?
  // The coefficient of a number other than 0 has 34 digits, so the number with the larger exponent has the larger magnitude; if the
  // exponents are equal, the coefficients are compared.
  private let magnitude: (exponent: Int, coefficient: UInt128)

  init(low: UInt64, high: UInt64) {
    switch DecimalParts(low: low, high: high) {
    case .notANumber: (sign, magnitude) = (nil, (0, 0))
    case .infinite(let isNegative): (sign, magnitude) = (isNegative ? -1 : 1, (.max, 0))
    case .finite(_, 0, _): (sign, magnitude) = (0, (0, 0))
    case .finite(let isNegative, var coefficient, var exponent):
      while coefficient < Self.leastFull {
        coefficient *= 10
        exponent -= 1
      }
      (sign, magnitude) = (isNegative ? -1 : 1, (exponent, coefficient))
    }
  }

  var isFinite: Bool { sign != nil && magnitude.exponent != .max }

  /// See `DefaultValue.order(to:)`.
  func order(to other: DecimalOrder) -> Int? {
    guard let sign, let otherSign = other.sign else { return nil }
    if sign != otherSign || sign == 0 { return sign - otherSign }
    return magnitude == other.magnitude ? 0 : (magnitude < other.magnitude) == (sign > 0) ? -1 : 1
  }
}
