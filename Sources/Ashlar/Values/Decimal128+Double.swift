// Comparisons with binary numbers, without rounding either operand.
extension Decimal128 {
  /// Converts a Double exactly; nil if it is finite and has more than 34 significant digits.
  init?(exact value: Double) {
    guard value.isFinite else {
      self = value.isNaN ? .nan : value < 0 ? .min : .max
      return
    }
    if value == 0 {
      self = Decimal128()
      return
    }
    // The number is an odd integer times a power of two.
    let significand = value.isNormal ? value.significandBitPattern | 1 << 52 : value.significandBitPattern
    let zeros = significand.trailingZeroBitCount
    var coefficient = UInt128(significand >> UInt64(zeros))
    var exponent = (value.isNormal ? Int(value.exponent) - 52 : -1074) + zeros
    if exponent < 0 {
      // Each power of 1/2 adds a digit after the decimal point: 2^-n is 5^n times 10^-n.
      for _ in 0 ..< -exponent {
        let (product, isOver) = coefficient.multipliedReportingOverflow(by: 5)
        if isOver || product > Decimal128Parts.largestCoefficient { return nil }
        coefficient = product
      }
    } else {
      var tens = 0
      while tens < exponent, coefficient % 5 == 0 {
        coefficient /= 5
        tens += 1
      }
      let twos = exponent - tens
      guard twos < coefficient.leadingZeroBitCount, coefficient << UInt128(twos) <= Decimal128Parts.largestCoefficient else { return nil }
      coefficient <<= UInt128(twos)
      exponent = tens
    }
    self.init(Decimal128Parts(isNegative: value < 0, coefficient: coefficient, exponent: exponent))
  }

  /// Returns the nearest number with at most `digits` digits, rounding half to even.
  func rounded(_ digits: Int) -> Decimal128 {
    guard let parts, digitCount(parts.coefficient) > digits else { return self }
    let dropped = digitCount(parts.coefficient) - digits
    let unit = powersOfTen[dropped]
    var (coefficient, rest) = parts.coefficient.quotientAndRemainder(dividingBy: unit)
    if rest * 2 > unit || rest * 2 == unit && coefficient & 1 == 1 { coefficient += 1 }
    return Decimal128(rounding: UInt256(coefficient), exponent: parts.exponent + dropped, isNegative: parts.isNegative)
  }

  /// Returns -1, 0 or 1 if this number is less than, equal to or greater than a Double. NaN equals NaN and is less than all numbers.
  func order(_ other: Double) -> Int {
    if let exact = Decimal128(exact: other) { return Decimal128.compare(self, exact) }
    // Rounding preserves the order: this number has at most 34 digits, so only equality with the rounded number leaves it undecided.
    let rounded = Decimal128(other, digits: Decimal128Parts.digits)
    let order = Decimal128.compare(self, rounded)
    if order != 0 { return order }
    // A Double has at most 767 digits.
    let (digits, exponent) = Decimal128.digits(of: other, 767)
    var truncated: UInt128 = 0
    for digit in digits.prefix(Decimal128Parts.digits) { truncated = truncated * 10 + UInt128(digit) }
    let parts = Decimal128Parts(isNegative: other < 0, coefficient: truncated, exponent: exponent - Decimal128Parts.digits + 1)
    // If the rounding was away from zero, the magnitude of `other` is smaller than that of the rounded number; otherwise it is larger.
    let isAway = Decimal128.compare(Decimal128(parts), rounded) != 0
    return isAway == (other < 0) ? -1 : 1
  }
}
