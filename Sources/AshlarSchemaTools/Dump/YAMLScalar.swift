internal import AshlarSchema

/// Formats YAML scalars that every parser reads as strings.
enum YAMLScalar {
  /// Returns the string unquoted if no parser can misread it, otherwise in double quotes.
  static func text(_ string: String) -> String {
    isPlain(string) ? string : quoted(string)
  }

  /// Returns whether a string consists of ASCII letters, digits and underscores, does not begin with a digit, and is not a word that has a
  /// type other than string in YAML 1.1 or 1.2.
  static func isPlain(_ string: String) -> Bool {
    guard let first = string.utf8.first, isLetter(first) else { return false }
    guard string.utf8.allSatisfy({ isLetter($0) || $0 >= 0x30 && $0 <= 0x39 }) else { return false }
    return !words.contains(string.lowercased())
  }

  /// Formats a type. The type is unquoted if its names are plain; within braces, a type that contains `?` is quoted.
  static func type(_ string: String, inBraces: Bool) -> String {
    let letters = string.split { $0 == "<" || $0 == ">" || $0 == "?" && !inBraces }
    return letters.allSatisfy { isPlain(String($0)) } ? string : quoted(string)
  }

  /// Returns the string in double quotes, with escapes for quotation marks, backslashes, and every character that is not printable on one
  /// line.
  static func quoted(_ string: String) -> String {
    QuotedText.quoted(string) { scalar in
      if isPrintable(scalar) { return nil }
      if scalar.value <= 0xff { return QuotedText.escape("x", scalar, width: 2) }
      return scalar.value <= 0xffff ? QuotedText.escape("u", scalar, width: 4) : QuotedText.escape("U", scalar, width: 8)
    }
  }

  private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"]

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a || byte == 0x5f }

  /// Returns whether a Unicode scalar is printable in YAML 1.2. Returns false for tabs, line breaks and the byte order mark, because
  /// editors may change them.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd, 0x1_0000...0x10_ffff: true
    default: false
    }
  }
}
