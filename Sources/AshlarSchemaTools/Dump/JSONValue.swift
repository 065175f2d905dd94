internal import AshlarSchema

/// A JSON value to be formatted, with keys in a fixed order.
enum JSONValue {
  case bool(Bool)
  /// The text of a number.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// Returns the JSON text. Its lines after the first begin with `indentation` and two spaces for each level.
  func text(indentation: String = "") -> String {
    switch self {
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let digits): return digits
    case .string(let string): return Self.quoted(string)
    case .array(let values):
      let items = values.map { $0.text(indentation: indentation + "  ") }
      return Self.block("[", items, "]", indentation)
    case .object(let pairs):
      let items = pairs.map { "\(Self.quoted($0.0)): \($0.1.text(indentation: indentation + "  "))" }
      return Self.block("{", items, "}", indentation)
    }
  }

  private static func block(_ open: String, _ items: [String], _ close: String, _ indentation: String) -> String {
    guard !items.isEmpty else { return open + close }
    let inner = "\n" + indentation + "  "
    return open + inner + items.joined(separator: "," + inner) + "\n" + indentation + close
  }

  private static func quoted(_ string: String) -> String {
    QuotedText.quoted(string) {
      PrintableText.isUnsafe($0) ? QuotedText.escape("u", $0, width: 4) : nil
    }
  }
}
