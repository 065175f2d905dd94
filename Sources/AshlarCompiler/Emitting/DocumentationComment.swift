/// Makes documentation comments of free text.
enum DocumentationComment {
  /// The lines, each begun with `///`. Whatever Unicode counts as a line end begins a new one, so that no text can leave the
  /// comment; control characters become U+FFFD.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
      var clean = ""
      for scalar in line.unicodeScalars {
        let isControl = (scalar.value < 0x20 && scalar.value != 0x09) || (0x7F..<0xA0).contains(scalar.value)
        clean.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
      while clean.last?.isWhitespace == true { clean.removeLast() }
      return clean.isEmpty ? "///" : "/// \(clean)"
    }
  }
}
