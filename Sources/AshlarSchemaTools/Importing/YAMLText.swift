internal import AshlarCompiler
internal import AshlarSchema

/// Formats YAML scalars.
package enum YAMLText {
  private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

  /// Returns the text unchanged if every parser reads it as a string; otherwise in double quotes.
  package static func scalar(_ text: String) -> String {
    let letters = Array(text.utf8)
    let isWord =
      letters.first.map { isLetter($0) } == true && letters.last != 0x20
      && letters.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-. ".utf8.contains($0) }
    return isWord && !words.contains(text.lowercased()) ? text : quoted(text)
  }

  /// Returns a type, in quotes only if it contains more than names, angle brackets, question marks and exclamation marks.
  static func type(_ text: String) -> String {
    let letters = text.utf8
    let isPlain =
      letters.first.map { isLetter($0) } == true
      && letters.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_<>?!".utf8.contains($0) }
    return isPlain && !words.contains(text.lowercased()) ? text : quoted(text)
  }

  /// Returns the text in double quotes.
  package static func quoted(_ text: String) -> String {
    QuotedText.quoted(text) {
      isControl($0) || $0 == "\t" ? QuotedText.escape("u", $0, width: 4) : nil
    }
  }

  /// Returns the lines of `key: value`. Text of several lines is formatted as a block if a block can represent it; the lines of the block
  /// are indented by two more spaces.
  static func entry(_ key: String, _ text: String, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlock =
      lines.count > 1 && lines.first?.first?.isWhitespace == false && lines.last?.isEmpty == false
      && text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{FEFF}" }
    guard isBlock else { return ["\(margin)\(key): \(scalar(text))"] }
    return ["\(margin)\(key): |"] + lines.map { $0.isEmpty ? "" : "\(margin)  \($0)" }
  }

  /// Returns the lines as comments.
  package static func comments(_ lines: [String], indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return lines.map { line in
      let clean = String(String.UnicodeScalarView(line.unicodeScalars.map { isControl($0) ? " " : $0 }))
      return clean.isEmpty ? "\(margin)#" : "\(margin)# \(clean)"
    }
  }

  // Whether a comment cannot contain the character, which YAML does not permit or reads as the end of the line. Tabs are allowed.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
      || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}
