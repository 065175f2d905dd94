extension DefaultValue {
  /// A decimal in the one form that stands for its number: NaN without a payload, infinity without digits, and zero for a
  /// coefficient beyond 34 digits. Its dump, compiled again, is then the same.
  static func canonicalDecimal(low: UInt64, high: UInt64) -> DefaultValue {
    let sign = high & 0x8000_0000_0000_0000
    if high >> 58 & 0x1f == 0x1f { return .decimal128(low: 0, high: 0x7c00_0000_0000_0000) }
    if high >> 59 & 0xf == 0xf { return .decimal128(low: 0, high: sign | 0x7800_0000_0000_0000) }
    // Both upper bits of the combination field set: the exponent lies two bits lower, and the coefficient is too large.
    if high >> 61 & 3 == 3 { return .decimal128(low: 0, high: sign | (high >> 47 & 0x3fff) << 49) }
    let coefficient = UInt128(high & 0x1_ffff_ffff_ffff) << 64 | UInt128(low)
    if coefficient > 9_999_999_999_999_999_999_999_999_999_999_999 {
      return .decimal128(low: 0, high: high & 0xfffe_0000_0000_0000)
    }
    return .decimal128(low: low, high: high)
  }
}
