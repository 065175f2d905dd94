internal import AshlarSchema

extension Diagnostic {
  /// Formats the diagnostic as one line of JSON, which ends with a line feed.
  public func json() -> String {
    let notes = notes.map { note in
      "{\"severity\":\"note\",\"message\":\(JSONText.quoted(note.message)),\(note.location.json)}"
    }
    return "{\"severity\":\"\(severity.rawValue)\",\"code\":\"\(code)\",\"message\":\(JSONText.quoted(message)),\(location.json),"
      + "\"notes\":[\(notes.joined(separator: ","))]}\n"
  }
}

extension SourceLocation {
  fileprivate var json: String {
    "\"file\":\(JSONText.quoted(path)),\"line\":\(start.line),\"column\":\(start.column),"
      + "\"endLine\":\(end.line),\"endColumn\":\(end.column)"
  }
}

/// Writes JSON strings.
package enum JSONText {
  /// Returns the text in quotation marks, escaped as JSON requires.
  package static func quoted(_ text: String) -> String {
    QuotedText.quoted(text) {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? QuotedText.escape("u", $0, width: 4) : nil
    }
  }
}
