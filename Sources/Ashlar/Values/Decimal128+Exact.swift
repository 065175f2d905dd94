// A text form that preserves every number, for the command: `stringValue` drops zeros at the end of a fraction.
extension Decimal128 {
  /// The number with all its digits and its exponent, as the `to-scientific-string` operation of the General Decimal Arithmetic
  /// specification writes it, but without a plus sign in the exponent: `1.50`, `0E3`, `NaN`, `Infinity`.
  package var _exactText: String {
    guard let parts else { return isNaN ? "NaN" : isNegative ? "-Infinity" : "Infinity" }
    let sign = parts.isNegative ? "-" : ""
    let digits = String(parts.coefficient)
    let leading = digits.utf8.count + parts.exponent - 1
    if parts.exponent > 0 || leading < -6 {
      let fraction = digits.dropFirst()
      return sign + digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction) + (leading == 0 ? "" : "E\(leading)")
    }
    if parts.exponent == 0 { return sign + digits }
    let padded = String(repeating: "0", count: Swift.max(0, -leading)) + digits
    return sign + padded.dropLast(-parts.exponent) + "." + padded.suffix(-parts.exponent)
  }

  /// Parses a number; nil if the text is not a number, or if a Decimal128 cannot represent the number exactly.
  package init?(_exact text: String) {
    guard let number = Decimal128(parsing: text) else { return nil }
    let isWord = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "n") }
    if !isWord {
      guard let parts = number.parts, Decimal128.significant(text.utf8) == Decimal128.significant(String(parts.coefficient).utf8) else {
        return nil
      }
    }
    self = number
  }

  // The digits before an exponent in reverse order, without leading and trailing zeros.
  private static func significant(_ text: String.UTF8View) -> [UInt8] {
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let zero = UInt8(ascii: "0")
    return Array(digits.drop { $0 == zero }.reversed().drop { $0 == zero })
  }
}
