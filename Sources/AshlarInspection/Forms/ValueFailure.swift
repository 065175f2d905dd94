/// A value that a property cannot have.
struct ValueFailure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  init(expected: String, _ found: JSONValue) { self.init("expected \(expected), not \(ValueFailure.shown(found))") }

  /// What was found, its beginning where it is long.
  static func shown(_ value: JSONValue) -> String {
    switch value {
    case .array: return "an array"
    case .object: return "an object"
    default:
      let text = value.text
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
  }

  /// The same, about a property.
  func of(_ model: String, _ property: String) -> ValueFailure { ValueFailure("'\(model).\(property)': \(message)") }
}
