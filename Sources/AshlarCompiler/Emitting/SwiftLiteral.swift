internal import AshlarSchema

/// Writes values as Swift literals.
enum SwiftLiteral {
  /// A string literal on one line, in which every control and format character is escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return String("\"", text, "\"") }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether nothing is to be escaped: printable ASCII without quotes and backslashes, as most is.
  private static func isPlain(_ text: String) -> Bool {
    let result = text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in 0..<bytes.count where bytes[index] &- 0x20 >= 0x5F || bytes[index] == 0x22 || bytes[index] == 0x5C { return false }
      return true
    }
    return result ?? false
  }

  /// The raw value of an enum's case.
  static func rawValue(_ value: DefaultValue, of type: ValueType) -> String {
    switch value {
    case .int(let number): String(number)
    case .double(let number): type == .float ? floatingPoint(Float(number)) : floatingPoint(number)
    case .string(let text): string(text)
    default: ""
    }
  }

  /// The shortest decimal that reads back as the same number. Swift warns of decimals below the normal range: those are
  /// written in hexadecimal.
  private static func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> String {
    guard number.isSubnormal else { return number.description }
    let digits = String(number.significandBitPattern, radix: 16)
    // Counted in units of the smallest number there is, which is a power of two.
    return "\(number < 0 ? "-" : "")0x\(digits)p\(Number.leastNonzeroMagnitude.exponent)"
  }

  /// 16 hexadecimal digits.
  static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
