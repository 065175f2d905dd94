internal import AshlarSchema

extension Diagnostic {
  /// Formats the diagnostic as text: `path:line:column: error: message [code]`, the source line, a caret, and the notes. Control characters
  /// in messages and paths are escaped. The text ends with a line feed.
  public func text(color: Bool = false) -> String {
    let paint: (String, String) -> String = { code, text in color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
    let severityColor = severity == .error ? "1;31" : "1;33"
    var text =
      "\(location.prefix) \(paint(severityColor, severity.rawValue + ":")) \(paint("1", PrintableText.escaped(message))) [\(code)]\n"
    text += location.marked(color: color)
    for note in notes { text += "\(note.location.prefix) \(paint("1;36", "note:")) \(PrintableText.escaped(note.message))\n" }
    return text
  }
}

extension SourceLocation {
  fileprivate var prefix: String { "\(PrintableText.escaped(path)):\(start.line):\(start.column):" }

  fileprivate func marked(color: Bool) -> String {
    let indent = String(snippet.prefix(markStart).map { $0 == "\t" ? "\t" : " " })
    let mark = "^" + String(repeating: "~", count: markLength - 1)
    return "\(snippet)\n\(indent)\(color ? "\u{1B}[1;32m\(mark)\u{1B}[0m" : mark)\n"
  }
}
