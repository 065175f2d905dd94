/// A decimal128 in BID encoding, decoded.
package enum DecimalParts {
  case notANumber
  case infinite(isNegative: Bool)
  /// The coefficient has at most 34 digits.
  case finite(isNegative: Bool, coefficient: UInt128, exponent: Int)

  /// Decodes the value. A coefficient that exceeds 34 digits represents 0.
  package init(low: UInt64, high: UInt64) {
    let isNegative = high >> 63 == 1
    if high >> 58 & 0x1f == 0x1f {
      self = .notANumber
    } else if high >> 59 & 0xf == 0xf {
      self = .infinite(isNegative: isNegative)
    } else {
      // If both upper bits of the combination field are set, the bits of the exponent are two positions lower, and the coefficient exceeds
      // 34 digits.
      let isLarge = high >> 61 & 3 == 3
      let exponent = Int(high >> (isLarge ? 47 : 49) & 0x3fff) - 6176
      let coefficient = isLarge ? 0 : UInt128(high & 0x1_ffff_ffff_ffff) << 64 | UInt128(low)
      let isExcessive = coefficient > 9_999_999_999_999_999_999_999_999_999_999_999
      self = .finite(isNegative: isNegative, coefficient: isExcessive ? 0 : coefficient, exponent: exponent)
    }
  }
}
