public import AshlarCompiler

/// A screen of 24 lines with 100 columns, to which the command's diagnostics and explanations are shortened. With the option `--all`, the
/// command does not shorten them.
public enum Screen {
  /// The number of lines.
  public static let lines = 24
  /// The number of columns after which a line is wrapped.
  public static let columns = 100

  /// Formats the diagnostics that fit, in their order. If not all fit, errors take precedence over warnings, and the last line contains the
  /// number of omitted diagnostics. At least one diagnostic is printed, however long it is.
  public static func text(_ diagnostics: [Diagnostic], color: Bool = false) -> String {
    let texts = diagnostics.map { $0.text(color: color) }
    let heights = diagnostics.map { height($0.text()) }
    guard heights.reduce(0, +) > lines else { return texts.joined() }
    let order =
      diagnostics.indices.filter { diagnostics[$0].severity == .error } + diagnostics.indices.filter { diagnostics[$0].severity != .error }
    // The last line is reserved for the count.
    var left = lines - 1
    var shown: Set<Int> = []
    for index in order {
      guard heights[index] <= left || shown.isEmpty else { break }
      left -= heights[index]
      shown.insert(index)
    }
    let others = diagnostics.indices.filter { !shown.contains($0) }.map { diagnostics[$0] }
    let errors = others.count { $0.severity == .error }
    let counts = [(errors, "error"), (others.count - errors, "warning")].filter { $0.0 > 0 }.map { "\($0) more \($1)\($0 == 1 ? "" : "s")" }
    let note = others.isEmpty ? "" : "\(counts.joined(separator: " and ")); '--all' prints \(others.count == 1 ? "it" : "them")\n"
    return shown.sorted().map { texts[$0] }.joined() + note
  }

  /// Returns the sections that fit, in their order. If not all fit, essential sections take precedence, and the last line contains the
  /// number of omitted lines. At least one section is returned, however long it is.
  static func text(_ sections: [(text: String, isEssential: Bool)], all command: String) -> String {
    let heights = sections.map { height($0.text) }
    guard heights.reduce(0, +) > lines else { return sections.map(\.text).joined() }
    let order = sections.indices.filter { sections[$0].isEssential } + sections.indices.filter { !sections[$0].isEssential }
    // Two lines are reserved: an empty line and the count.
    var left = lines - 2
    var shown: Set<Int> = []
    for index in order where heights[index] <= left || shown.isEmpty {
      left -= heights[index]
      shown.insert(index)
    }
    let missing = sections.indices.filter { !shown.contains($0) }.reduce(0) { $0 + sections[$1].text.count { $0 == "\n" } }
    let note = missing == 0 ? "" : "\n\(missing) more lines; '\(command)' prints them\n"
    return shown.sorted().map { sections[$0].text }.joined() + note
  }

  /// Returns the number of lines that a text occupies on the screen, which wraps long lines.
  private static func height(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) { $0 + max(1, ($1.count + columns - 1) / columns) }
  }
}
