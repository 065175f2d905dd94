internal import AshlarSchema

/// Formats values as Swift literals.
enum SwiftLiteral {
  /// Returns a string literal on one line, in which quotation marks, backslashes, line breaks, and all control, format, private-use and
  /// unassigned characters are escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return String("\"", text, "\"") }
    return QuotedText.quoted(text) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
  }

  /// Returns whether no character needs escaping: printable ASCII without quotation marks or backslashes, like most text.
  private static func isPlain(_ text: String) -> Bool {
    let result = text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in 0..<bytes.count where bytes[index] &- 0x20 >= 0x5F || bytes[index] == 0x22 || bytes[index] == 0x5C { return false }
      return true
    }
    return result ?? false
  }

  /// Returns the literal for the raw value of an enum's case.
  static func rawValue(_ value: DefaultValue, of type: ValueType) -> String {
    switch value {
    case .int(let number): String(number)
    case .double(let number): type == .float ? floatingPoint(Float(number)) : floatingPoint(number)
    case .string(let text): string(text)
    default: ""
    }
  }

  /// Returns the shortest decimal that is parsed as the same number. Swift warns about decimal literals of subnormal numbers, so these are
  /// written in hexadecimal.
  private static func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> String {
    guard number.isSubnormal else { return number.description }
    let digits = String(number.significandBitPattern, radix: 16)
    // The digits count units of the least nonzero magnitude, which is a power of two.
    return "\(number < 0 ? "-" : "")0x\(digits)p\(Number.leastNonzeroMagnitude.exponent)"
  }

  /// Returns a literal with 16 hexadecimal digits.
  static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
