internal import Ashlar
internal import AshlarSchema

/// One action of an edit.
enum EditAction {
  /// Sets a property of an object. Its former value must be `old`, unless `old` is nil.
  case set(type: String, key: Int64, property: String, old: JSONValue?, new: JSONValue)
  /// Inserts an object.
  case insert(type: String, values: [JSONValue.Member])
  /// Inserts a copy of an object in which `values` replace the values of the original.
  case duplicate(type: String, key: Int64, values: [JSONValue.Member])
  /// Deletes an object, whose properties must have the values of `old`.
  case delete(type: String, key: Int64, old: [JSONValue.Member])
  /// Sets properties of all objects that satisfy a condition, or of all objects if it is empty. Their number must be `count`, unless it is
  /// nil.
  case update(type: String, condition: String, values: [JSONValue.Member], count: Int?)

  /// The maximum number of actions of an edit.
  static let limit = 10_000

  /// Creates an action from its form in JSON.
  init(_ json: JSONValue) throws(ViewFailure) {
    let type = try EditAction.text("type", json)
    switch try EditAction.text("do", json) {
    case "set":
      guard let new = json["new"] else { throw EditAction.failure("'new' is missing") }
      self = .set(type: type, key: try EditAction.key(json), property: try EditAction.text("property", json), old: json["old"], new: new)
    case "insert": self = .insert(type: type, values: try EditAction.members("values", json))
    case "duplicate": self = .duplicate(type: type, key: try EditAction.key(json), values: try EditAction.members("values", json))
    case "delete": self = .delete(type: type, key: try EditAction.key(json), old: try EditAction.members("old", json))
    case "update":
      self = .update(
        type: type, condition: try EditAction.text("where", json), values: try EditAction.members("values", json),
        count: try EditAction.count(json))
    case let name: throw EditAction.failure("there is no action '\(name)'")
    }
  }

  /// Returns the actions of an edit. Throws unless there are 1 to 10,000.
  static func list(_ json: JSONValue) throws(ViewFailure) -> [EditAction] {
    guard let elements = json["actions"]?.elements, !elements.isEmpty, elements.count <= limit else {
      throw failure("'actions' must be an array of 1 to 10,000 actions")
    }
    var actions: [EditAction] = []
    for element in elements { actions.append(try EditAction(element)) }
    return actions
  }

  private static func failure(_ message: String) -> ViewFailure { ViewFailure(.request, message, parameter: "actions") }

  private static func text(_ name: String, _ json: JSONValue) throws(ViewFailure) -> String {
    guard let text = json[name]?.string else { throw failure("'\(name)' is missing, or is not a string") }
    return text
  }

  private static func key(_ json: JSONValue) throws(ViewFailure) -> Int64 {
    guard let key = Int64(try text("key", json)) else { throw failure("'key' is not a row key") }
    return key
  }

  private static func count(_ json: JSONValue) throws(ViewFailure) -> Int? {
    switch json["count"] {
    case nil, .null?: return nil
    case .number(let text)?: if let count = Int(text) { return count }
    case .bool?, .string?, .array?, .object?: break
    }
    throw failure("'count' is not an integer")
  }

  private static func members(_ name: String, _ json: JSONValue) throws(ViewFailure) -> [JSONValue.Member] {
    switch json[name] {
    case nil, .null?: return []
    case .object(let members)?: return members
    case .bool?, .number?, .string?, .array?: throw failure("'\(name)' is not an object")
    }
  }
}
