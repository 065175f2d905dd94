extension Untyped {
  /// The value in messages; a long value is truncated.
  var text: String {
    let text = payload.map { "\($0)" } ?? "nil"
    return text.utf8.count > 200 ? text.prefix(100) + "…" : text
  }

  var typeName: String { payload.map { "\(type(of: $0))" } ?? "nil" }

  var payload: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): value
    case .unsigned(let value): value
    case .double(let value): value
    case .float(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .uuid(let value): value
    case .objectId(let value): value
    case .decimal(let value): value
    case .any(let value): value
    case .array(let value): value
    case .dictionary(let value): value
    case .object(let value): value
    case .collection(let value): value
    case .number(let value): value
    case .other(let value): value
    }
  }
}
