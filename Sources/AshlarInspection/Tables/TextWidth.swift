/// Computes the number of terminal columns that text occupies.
enum TextWidth {
  static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

  /// Returns 2 for wide East Asian characters and emoji, 0 for combining marks and invisible format characters, and 1 for all others.
  static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if isWide(first) || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// Returns the beginning of `text` that fits in the given number of columns, which must be at least 1. It ends with an ellipsis if text
  /// is omitted.
  static func cut(_ text: String, to columns: Int) -> String {
    // Text occupies at most as many columns as it has bytes.
    if text.utf8.count <= columns || width(text) <= columns { return text }
    var taken = 0
    var result = ""
    for character in text {
      taken += width(character)
      if taken > columns - 1 { break }
      result.append(character)
    }
    return result + "…"
  }

  // The wide ranges of Unicode's EastAsianWidth.txt, including unassigned characters between them.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F2FF,
      0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
