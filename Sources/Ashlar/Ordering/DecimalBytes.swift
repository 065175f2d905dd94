/// Decimals as bytes that sort like the numbers: one for the kind of number, 2 for the exponent of the first digit, 16 for the digits,
/// padded with zeros to 34 of them. All but the first byte are inverted where the number is negative.
extension Decimal128 {
  /// How many bytes `writeOrdered` writes.
  static let orderedSize = 19

  /// Writes the number: equal numbers, such as 1.0 and 1.00, have equal bytes, and so have all NaNs.
  func writeOrdered(to bytes: UnsafeMutableRawPointer) {
    var kind: UInt8
    var exponent: UInt16 = 0
    var digits: UInt128 = 0
    if isNaN {
      kind = 0
    } else if let parts {
      if parts.coefficient == 0 {
        kind = 3
      } else {
        let count = digitCount(parts.coefficient)
        kind = 4
        exponent = UInt16(count + parts.exponent + 7000)
        digits = parts.coefficient * powersOfTen[Decimal128Parts.digits - count]
        if parts.isNegative {
          kind = 2
          exponent = ~exponent
          digits = ~digits
        }
      }
    } else {
      kind = isNegative ? 1 : 5
    }
    bytes.storeBytes(of: kind, as: UInt8.self)
    bytes.storeBytes(of: exponent.bigEndian, toByteOffset: 1, as: UInt16.self)
    bytes.storeBytes(of: digits.bigEndian, toByteOffset: 3, as: UInt128.self)
  }
}
