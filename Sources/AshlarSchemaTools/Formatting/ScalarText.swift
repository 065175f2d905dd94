internal import AshlarCompiler

/// Writes scalars on one line.
enum ScalarText {
  /// The scalar as written, if that is one line and can stand here; else between double quotes.
  static func text(_ scalar: ScalarNode, in source: SourceText, isInFlow: Bool) -> String {
    switch scalar.style {
    case .plain:
      let isSafe = !scalar.text.contains { $0.isNewline } && !(isInFlow && scalar.text.contains { ",[]{}:?".contains($0) })
      return isSafe ? scalar.text : quoted(scalar.text)
    case .quoted:
      let written = source.file.bytes[scalar.span.bytes]
      return written.contains(0x0A) ? quoted(scalar.text) : String(decoding: written, as: UTF8.self)
    case .block: return quoted(scalar.text)
    }
  }

  /// A type: without quotes where no reader of YAML needs them.
  static func type(_ scalar: ScalarNode, in source: SourceText, isInFlow: Bool) -> String {
    let letters = scalar.text.utf8
    let isType =
      letters.first.map { isLetter($0) } == true
      && letters.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "_<>".utf8.contains($0) || ($0 == UInt8(ascii: "?") && !isInFlow)
      }
    let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    return isType && !words.contains(scalar.text.lowercased()) ? scalar.text : text(scalar, in: source, isInFlow: isInFlow)
  }

  /// The text between double quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        let isEscaped =
          scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        if isEscaped {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}
