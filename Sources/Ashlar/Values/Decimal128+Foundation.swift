#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal128 {
  /// The number as Foundation's `Decimal`, which has a smaller range. The value is NaN for NaN, infinities and numbers of at least 2^128 ×
  /// 10^127, which is about 3.4E165; digits beyond the 128th decimal place are rounded half to even.
  ///
  /// ```swift
  /// let decimal = price.decimalValue
  /// ```
  public var decimalValue: Decimal {
    guard var parts else { return .nan }
    // Foundation's exponents range from -128 to 127, with 38 digits.
    if parts.exponent < -128 {
      var coefficient = UInt256(parts.coefficient)
      var drop = -128 - parts.exponent
      guard drop <= Decimal128Parts.digits else { return 0 }
      var isMore = false
      while drop > 1 {
        if coefficient.divide(by: 10) != 0 { isMore = true }
        drop -= 1
      }
      let last = coefficient.divide(by: 10)
      if last > 5 || last == 5 && (isMore || coefficient.low & 1 == 1) { coefficient.low += 1 }
      parts.coefficient = coefficient.low
      parts.exponent = -128
    }
    guard parts.coefficient != 0 else { return 0 }
    // Foundation removes trailing zeros as well, but an exponent beyond 127 would overflow.
    while parts.coefficient % 10 == 0 {
      parts.coefficient /= 10
      parts.exponent += 1
    }
    let zeros = Swift.max(0, parts.exponent - 127)
    guard Self.fits(parts.coefficient, zeros: zeros) else { return .nan }
    let halves = parts.coefficient.quotientAndRemainder(dividingBy: powersOfTen[17])
    let upper = Decimal(sign: .plus, exponent: 17, significand: Decimal(UInt64(halves.quotient)))
    let significand = upper + Decimal(UInt64(halves.remainder))
    var number = Decimal(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent - zeros, significand: significand)
    for _ in 0..<zeros {
      // Adding numbers with equal exponents keeps the exponent; multiplying by `Decimal(10)`, whose exponent is 1, would yield NaN.
      let double = number + number
      let quadruple = double + double
      let octuple = quadruple + quadruple
      number = octuple + double
    }
    return number
  }

  // Returns whether a coefficient with `zeros` zeros appended fits in 128 bits, the size of Foundation's coefficients.
  private static func fits(_ coefficient: UInt128, zeros: Int) -> Bool {
    var coefficient = coefficient
    for _ in 0..<zeros {
      let (product, overflows) = coefficient.multipliedReportingOverflow(by: 10)
      if overflows { return false }
      coefficient = product
    }
    return true
  }
}
