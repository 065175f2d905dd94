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
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
