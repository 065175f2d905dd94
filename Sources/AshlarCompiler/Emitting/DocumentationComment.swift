/// Formats free text as documentation comments.
enum DocumentationComment {
  /// Returns the lines, each prefixed with `///`. Every Unicode line break begins a new `///` line, so that no part of the text ends up
  /// outside the comment; control characters other than tabs are replaced by U+FFFD, and trailing white space is removed from each line.
  static func lines(_ text: String) -> [String] {
    if isPlain(text) { return ["/// " + text] }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
      var clean = ""
      for scalar in line.unicodeScalars {
        let isControl = (scalar.value < 0x20 && scalar.value != 0x09) || (0x7F..<0xA0).contains(scalar.value)
        clean.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
      while clean.last?.isWhitespace == true { clean.removeLast() }
      return clean.isEmpty ? "///" : "/// \(clean)"
    }
  }

  /// Returns whether the text can be used unchanged: one line of printable ASCII that does not end in a space, like most text.
  private static func isPlain(_ text: String) -> Bool {
    let result = text.utf8.withContiguousStorageIfAvailable { bytes in
      var isPlain = true
      for index in 0..<bytes.count where bytes[index] &- 0x20 >= 0x5F { isPlain = false }
      return isPlain && bytes.last.map { $0 != 0x20 } ?? false
    }
    return result ?? false
  }
}
