#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal128 {
  /// The number as Foundation's `Decimal`, which has a smaller range: NaN for what is too large for it and for infinities;
  /// what is too small is rounded half to even.
  public var decimalValue: Decimal {
    guard var parts else { return .nan }
    // Foundation's exponents are -128 to 127 beside 38 digits.
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

extension Decimal128 {
  /// The number in a value of any type: integers exactly, Double rounded to 15 digits, Float to 7, `Decimal`, `NSNumber`, the
  /// number in a String, Bool as 0 or 1, and nil and NSNull as the NaN that stands for null. Other types, text that holds no number,
  /// and integers of more than 34 significant digits stop the program.
  public init(value: Any) {
    switch Untyped(value) {
    case .null: self = .null
    case .string(let text): self.init(stringLiteral: text)
    case let value:
      guard let decimal = value.decimal else {
        misuse(.value("Cannot convert value '\(value.text)' of type '\(value.typeName)' to decimal128."))
      }
      self = decimal
    }
  }

  /// The number in an `NSNumber` or `NSDecimalNumber`, and in any of Swift's number types, as `init(value:)`. A Float in an
  /// `NSNumber` is rounded as a Double. Anything else stops the program.
  public init(number: Any) {
    switch Untyped(number) {
    case .null, .string: misuse(.value("Cannot convert value '\(number)' of type '\(type(of: number))' to decimal128: pass a number."))
    default: self.init(value: number)
    }
  }
}
