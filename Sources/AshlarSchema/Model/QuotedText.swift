/// Formats text as a string in double quotes, with the escapes that JSON, YAML and Swift have in common.
package enum QuotedText {
  /// Returns the text in double quotes. Escapes quotation marks, backslashes, line feeds, carriage returns and tabs. Complexity: O(n).
  /// - Parameter escape: Returns the escape sequence of any other character; nil if it needs none.
  package static func quoted(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if let escaped = escape(scalar) { result += escaped } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result + "\""
  }

  /// Returns `\`, the letter, and the value of the character as a hexadecimal number with at least `width` digits.
  package static func escape(_ letter: Character, _ scalar: Unicode.Scalar, width: Int) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\\(letter)" + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
