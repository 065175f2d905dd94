internal import AshlarCompiler
internal import AshlarSchema

extension SchemaChange {
  /// Formats the change as one line: the group, both locations, and the difference. `oldPath` or `newPath` replaces an unknown location.
  /// The text ends with a line feed.
  public func text(oldPath: String, newPath: String) -> String {
    let positions = "\(old?.position ?? oldPath) -> \(new?.position ?? newPath)"
    return PrintableText.escaped("\(difference.group.rawValue): \(positions): \(difference)\(hint.map { " " + $0 } ?? "")") + "\n"
  }

  /// Formats the change as a JSON object on one line. The text ends with a line feed.
  public func json(oldPath: String, newPath: String) -> String {
    var members = [
      "\"group\":\"\(difference.group.rawValue)\"", "\"message\":\(JSONText.quoted(difference.description))",
      "\"old\":\(Self.json(old, oldPath))", "\"new\":\(Self.json(new, newPath))",
    ]
    if let rename { members.append("\"perhapsRename\":{\"from\":\(JSONText.quoted(rename.from)),\"to\":\(JSONText.quoted(rename.to))}") }
    return "{\(members.joined(separator: ","))}\n"
  }

  /// A hint if the change is probably one half of a rename: the removal or the addition; otherwise nil.
  private var hint: String? {
    guard let rename else { return nil }
    switch difference {
    case .typeRemoved, .propertyRemoved: return "Perhaps a rename to '\(rename.to)': add 'was: [\(rename.from)]' there."
    default: return "Perhaps a rename of '\(rename.from)': add 'was: [\(rename.from)]'."
    }
  }

  private static func json(_ location: SourceLocation?, _ path: String) -> String {
    guard let location else { return "{\"file\":\(JSONText.quoted(path))}" }
    return "{\"file\":\(JSONText.quoted(location.path)),\"line\":\(location.start.line),\"column\":\(location.start.column)}"
  }
}

extension SourceLocation {
  fileprivate var position: String { "\(path):\(start.line):\(start.column)" }
}
