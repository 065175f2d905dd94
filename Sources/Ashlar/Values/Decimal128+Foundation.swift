#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal128 {
  /// The number as Foundation's `Decimal`, which has a smaller range. NaN for NaN, infinities and numbers with an exponent above 127;
  /// digits beyond the 128th decimal place are rounded half to even.
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
    guard parts.exponent <= 127 else { return .nan }
    let halves = parts.coefficient.quotientAndRemainder(dividingBy: powersOfTen[17])
    let upper = Decimal(sign: .plus, exponent: 17, significand: Decimal(UInt64(halves.quotient)))
    let significand = upper + Decimal(UInt64(halves.remainder))
    return Decimal(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: significand)
  }
}
