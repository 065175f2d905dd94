/// A value that is invalid for its property.
struct ValueFailure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  init(expected: String, _ found: JSONValue) { self.init("expected \(expected), not \(ValueFailure.shown(found))") }

  /// Returns a value as shown in messages; long values are truncated.
  static func shown(_ value: JSONValue) -> String {
    switch value {
    case .array: return "an array"
    case .object: return "an object"
    default:
      let text = value.text
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
  }

  /// Returns the failure with the property's name at the beginning of its message.
  func of(_ model: String, _ property: String) -> ValueFailure { ValueFailure("'\(model).\(property)': \(message)") }
}
