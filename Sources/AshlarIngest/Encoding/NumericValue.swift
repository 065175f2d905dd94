/// Encodes decimal numbers in PostgreSQL's binary format: the number of base-10,000 digits, the weight of the first digit, the sign, the
/// display scale, and the digits.
enum NumericValue {
  /// - Parameters:
  ///   - low: The low word of a decimal128 in BID encoding.
  ///   - high: The high word of the same decimal128.
  static func append(low: UInt64, high: UInt64, to bytes: inout [UInt8]) {
    let isNegative = high >> 63 == 1
    let special = high >> 58 & 0x1F
    if special == 0x1F { return append(0xC000, to: &bytes) }
    if special == 0x1E { return append(isNegative ? 0xF000 : 0xD000, to: &bytes) }
    let isLarge = high >> 61 & 3 == 3
    // Every coefficient of the large form exceeds 34 digits and is therefore noncanonical, so it represents zero.
    let exponent = Int((isLarge ? high >> 47 : high >> 49) & 0x3FFF) - 6176
    var coefficient = isLarge ? 0 : UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64 | UInt128(low)
    let scale = max(0, -exponent)
    if coefficient == 0 { return append(0, scale: scale, to: &bytes) }
    // Round the exponent down to a multiple of 4, the number of decimal digits in a base-10,000 digit.
    var shift = exponent % 4
    if shift < 0 { shift += 4 }
    var digits: [UInt16] = []
    let first = UInt128(10_000 / [1, 10, 100, 1000][shift])
    // The lowest digit contains only 4 - `shift` decimal digits of the coefficient, so the coefficient need not be multiplied.
    let factor = UInt128([1, 10, 100, 1000][shift])
    digits.append(UInt16(coefficient % first * factor))
    coefficient /= first
    while coefficient > 0 {
      digits.append(UInt16(coefficient % 10_000))
      coefficient /= 10_000
    }
    var weight = (exponent - shift) / 4 + digits.count - 1
    while digits.last == 0 {
      digits.removeLast()
      weight -= 1
    }
    var start = 0
    while start < digits.count, digits[start] == 0 { start += 1 }
    digits.removeFirst(start)
    append(isNegative ? 0x4000 : 0, digits: digits.reversed(), weight: weight, scale: scale, to: &bytes)
  }

  private static func append(_ sign: UInt16, digits: [UInt16] = [], weight: Int = 0, scale: Int = 0, to bytes: inout [UInt8]) {
    for word in [UInt16(digits.count), UInt16(bitPattern: Int16(clamping: weight)), sign, UInt16(clamping: scale)] + digits {
      bytes.append(UInt8(word >> 8))
      bytes.append(UInt8(word & 0xFF))
    }
  }
}
