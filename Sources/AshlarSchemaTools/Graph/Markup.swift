/// Escapes text for XML and HTML.
enum Markup {
  /// Escapes every character that has a meaning in content or in a quoted attribute. Control characters other than line feeds and tabs, and
  /// the last two code points of each plane, are replaced by U+FFFD.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isForbidden = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
        result.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
