/// Escapes text for safe display on a terminal.
package enum PrintableText {
  /// Returns the text with Swift escapes in place of control characters, Unicode line separators, and characters that control the writing
  /// direction. Line feeds and tabs are preserved if `keepsLines`. Complexity: O(n).
  package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0, keepsLines) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar, keepsLines) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  /// Returns whether a terminal would interpret the character instead of displaying it.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Bool {
    isUnsafe(scalar) && !(keepsLines && (scalar == "\n" || scalar == "\t"))
  }
}
