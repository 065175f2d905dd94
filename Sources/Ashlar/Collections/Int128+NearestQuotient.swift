extension Int128 {
  /// Returns the Double nearest to the quotient. Ties are rounded to even.
  ///
  /// The quotient of both numbers as Doubles would be rounded twice if this number is larger than 2^53.
  /// - Parameter divisor: A positive number.
  func nearestQuotient(by divisor: Int) -> Double {
    let exact = 1 << 53
    if magnitude <= exact, divisor <= exact { return Double(self) / Double(divisor) }
    if self == 0 { return 0 }
    // The dividend is shifted so that the quotient has at least 56 bits. A remainder sets the last of them, which is below the bit that
    // decides how the 53 bits of a Double are rounded.
    let wide = UInt128(divisor)
    let shift = Swift.max(0, magnitude.leadingZeroBitCount - wide.leadingZeroBitCount + 56)
    let (quotient, remainder) = (magnitude << shift).quotientAndRemainder(dividingBy: wide)
    let rounded = Double(remainder == 0 ? quotient : quotient | 1)
    return Double(sign: self < 0 ? .minus : .plus, exponent: -shift, significand: rounded)
  }
}
