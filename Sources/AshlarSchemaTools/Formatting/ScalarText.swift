internal import AshlarCompiler

/// Formats scalars on one line.
enum ScalarText {
  /// Returns the scalar as written if it is on one line and allowed in this context; otherwise in double quotes.
  static func text(_ scalar: ScalarNode, in source: SourceText, isInFlow: Bool) -> String {
    switch scalar.style {
    case .plain:
      let isSafe = !scalar.text.contains { $0.isNewline } && !(isInFlow && scalar.text.contains { ",[]{}:?".contains($0) })
      return isSafe ? scalar.text : YAMLText.quoted(scalar.text)
    case .quoted:
      let written = source.file.bytes[scalar.span.bytes]
      return written.contains(0x0A) ? YAMLText.quoted(scalar.text) : String(decoding: written, as: UTF8.self)
    case .block: return YAMLText.quoted(scalar.text)
    }
  }

  /// Formats a type without quotes if every YAML parser then reads it as a string; otherwise as `text` does.
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

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}
