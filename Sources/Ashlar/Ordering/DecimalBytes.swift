/// An encoding of decimals as bytes that sort like the numbers: 1 byte for the kind of number, 2 for the exponent of the first digit, and
/// 16 for the digits, padded with zeros to 34 digits. For negative numbers except infinity, all bytes except the first are inverted.
extension Decimal128 {
  /// The number of bytes that `writeOrdered` writes.
  static let orderedSize = 19

  /// Writes the encoded number. Equal numbers, such as 1.0 and 1.00, have equal bytes; so do all NaNs.
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
