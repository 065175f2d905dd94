internal import AshlarSchema

/// Formats a decimal128 in BID encoding so that it is parsed as the same digits and exponent.
enum DecimalText {
  /// Returns `NaN`, `Infinity`, `-Infinity`, or the digits, followed by the exponent unless that is 0: `-125E-2`.
  static func text(low: UInt64, high: UInt64) -> String {
    let sign = high >> 63 == 1 ? "-" : ""
    if high >> 58 & 0x1f == 0x1f { return "NaN" }
    if high >> 59 & 0xf == 0xf { return sign + "Infinity" }
    // With both upper bits of the combination field set, the coefficient would exceed 34 digits; such an encoding represents 0.
    let isLarge = high >> 61 & 3 == 3
    let exponent = Int(high >> (isLarge ? 47 : 49) & 0x3fff) - 6176
    var coefficient = isLarge ? 0 : UInt128(high & 0x1_ffff_ffff_ffff) << 64 | UInt128(low)
    if coefficient > 9_999_999_999_999_999_999_999_999_999_999_999 { coefficient = 0 }
    return sign + String(coefficient) + (exponent == 0 ? "" : "E\(exponent)")
  }
}
