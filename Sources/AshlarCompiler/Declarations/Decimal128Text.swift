internal import AshlarSchema

/// Converts decimal text to IEEE 754 decimal128 in binary integer encoding, without rounding.
enum Decimal128Text {
  private static let maximumDigits = 34
  private static let exponents = -6176...6111

  static func read(_ text: String) -> LiteralReader.Outcome {
    switch text {
    case "NaN": return .value(.decimal128(low: 0, high: 0x7C00_0000_0000_0000))
    case "Infinity", "+Infinity": return .value(.decimal128(low: 0, high: 0x7800_0000_0000_0000))
    case "-Infinity": return .value(.decimal128(low: 0, high: 0xF800_0000_0000_0000))
    default: break
    }
    guard var number = DecimalNumber(text) else { return .malformed }
    if number.isZero {
      // Zero has the same value with any exponent, so the exponent can be clamped.
      number.exponent = min(max(number.exponent, exponents.lowerBound), exponents.upperBound)
    }
    while number.digits.last == 0, number.digits.count > maximumDigits || number.exponent < exponents.lowerBound {
      number.digits.removeLast()
      number.exponent += 1
    }
    guard number.digits.count <= maximumDigits else { return .excess }
    while number.exponent > exponents.upperBound, number.digits.count < maximumDigits, !number.isZero {
      number.digits.append(0)
      number.exponent -= 1
    }
    guard exponents.contains(number.exponent) else { return .outOfRange }
    return .value(encode(number))
  }

  private static func encode(_ number: DecimalNumber) -> DefaultValue {
    // 34 digits need 113 bits: 64 in the low word, and 49 in the high word below 14 bits of biased exponent and the sign.
    var low: UInt64 = 0
    var high: UInt64 = 0
    for digit in number.digits {
      let product = low.multipliedFullWidth(by: 10)
      let (sum, carry) = product.low.addingReportingOverflow(UInt64(digit))
      low = sum
      high = high * 10 + product.high + (carry ? 1 : 0)
    }
    high |= UInt64(number.exponent - exponents.lowerBound) << 49
    if number.isNegative { high |= 1 << 63 }
    return .decimal128(low: low, high: high)
  }
}
