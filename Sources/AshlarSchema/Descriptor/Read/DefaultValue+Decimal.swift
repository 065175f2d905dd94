extension DefaultValue {
  /// Returns a decimal in canonical form: NaN without a payload, infinity without digits, and zero if the coefficient exceeds 34 digits.
  /// Compiling the dump of the value therefore yields the same bytes.
  static func canonicalDecimal(low: UInt64, high: UInt64) -> DefaultValue {
    let sign = high & 0x8000_0000_0000_0000
    if high >> 58 & 0x1f == 0x1f { return .decimal128(low: 0, high: 0x7c00_0000_0000_0000) }
    if high >> 59 & 0xf == 0xf { return .decimal128(low: 0, high: sign | 0x7800_0000_0000_0000) }
    // If both upper bits of the combination field are set, the exponent is two bits lower and the coefficient is too large.
    if high >> 61 & 3 == 3 { return .decimal128(low: 0, high: sign | (high >> 47 & 0x3fff) << 49) }
    let coefficient = UInt128(high & 0x1_ffff_ffff_ffff) << 64 | UInt128(low)
    if coefficient > 9_999_999_999_999_999_999_999_999_999_999_999 {
      return .decimal128(low: 0, high: high & 0xfffe_0000_0000_0000)
    }
    return .decimal128(low: low, high: high)
  }
}
