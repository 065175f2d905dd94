#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal128 {
  /// The number as Foundation's `Decimal`, which has a smaller range. NaN for NaN, infinities and numbers of at least 2^128 × 10^127, which
  /// is about 3.4E165; digits beyond the 128th decimal place are rounded half to even.
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
    if parts.exponent > 127 { return Self.decimal(parts) }
    let halves = parts.coefficient.quotientAndRemainder(dividingBy: powersOfTen[17])
    let upper = Decimal(sign: .plus, exponent: 17, significand: Decimal(UInt64(halves.quotient)))
    let significand = upper + Decimal(UInt64(halves.remainder))
    return Decimal(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: significand)
  }

  /// Returns a number other than 0 with an exponent above 127 as a `Decimal` with the exponent 127; NaN if its digits do not fit.
  ///
  /// The fields are set directly: Foundation removes trailing zeros from the results of its operations and initializers, and would overflow
  /// the exponent.
  private static func decimal(_ parts: Decimal128Parts) -> Decimal {
    var mantissa = parts.coefficient
    for _ in 127..<parts.exponent {
      let (product, overflows) = mantissa.multipliedReportingOverflow(by: 10)
      if overflows { return .nan }
      mantissa = product
    }
    func word(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: mantissa >> (16 * index)) }
    let words: (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16) = (
      word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)
    )
    let length = UInt32((128 - mantissa.leadingZeroBitCount + 15) / 16)
    let sign: UInt32 = parts.isNegative ? 1 : 0
    return Decimal(_exponent: 127, _length: length, _isNegative: sign, _isCompact: 0, _reserved: 0, _mantissa: words)
  }
}
