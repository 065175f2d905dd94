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
  /// Deletes an object, whose properties must have the values of `old`. If `alone` is true, no object that the edit does not delete may
  /// link to it, and delete rules must delete no further objects.
  case delete(type: String, key: Int64, old: [JSONValue.Member], alone: Bool)
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
    case "delete":
      self = .delete(
        type: type, key: try EditAction.key(json), old: try EditAction.members("old", json), alone: try EditAction.flag("alone", json))
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

  /// Returns the numbers of objects, by type, that an edit is expected to delete; nil if it states no expectation.
  static func expectedDeletions(_ json: JSONValue) throws(ViewFailure) -> [String: Int]? {
    func failure(_ message: String) -> ViewFailure { ViewFailure(.request, message, parameter: "expect") }
    switch json["expect"] {
    case nil, .null?: return nil
    case .object(let members)?:
      var counts: [String: Int] = [:]
      for member in members {
        guard case .number(let text) = member.value, let count = Int(text), count >= 0 else {
          throw failure("the number of '\(member.name)' in 'expect' is not a number of objects")
        }
        guard counts.updateValue(count, forKey: member.name) == nil else { throw failure("'expect' contains '\(member.name)' twice") }
      }
      return counts
    case .bool?, .number?, .string?, .array?: throw failure("'expect' is not an object")
    }
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

  private static func flag(_ name: String, _ json: JSONValue) throws(ViewFailure) -> Bool {
    switch json[name] {
    case nil, .null?: return false
    case .bool(let value)?: return value
    case .number?, .string?, .array?, .object?: throw failure("'\(name)' is neither true nor false")
    }
  }

  private static func members(_ name: String, _ json: JSONValue) throws(ViewFailure) -> [JSONValue.Member] {
    switch json[name] {
    case nil, .null?: return []
    case .object(let members)?: return members
    case .bool?, .number?, .string?, .array?: throw failure("'\(name)' is not an object")
    }
  }
}
