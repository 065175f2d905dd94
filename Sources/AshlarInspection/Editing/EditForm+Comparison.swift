extension EditForm {
  /// Returns whether two values in the form of edits are the same. Numbers are compared by value, and members of objects by name, because
  /// JavaScript spells the former and orders the latter as it likes.
  static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b || Double(a) == Double(b)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { member in b.first { $0.name == member.name }.map { isSame($0.value, member.value) } ?? false }
    default: a == b
    }
  }

  /// Returns a value in which the links to a row refer to the object that an action of the same edit inserts.
  /// - Parameters:
  ///   - type: The type of the row, which links of an `AnyRealmValue` state.
  ///   - key: The digits of the row key.
  static func relinked(_ value: JSONValue, type: String, key: String, to action: Int) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { relinked($0, type: type, key: key, to: action) })
    case .object(let members):
      if value["$row"] == .string(key), value["$type"].map({ $0 == .string(type) }) ?? true {
        return .object(members.map { $0.name == "$row" ? .init(name: "$row", value: .string("#\(action)")) : $0 })
      }
      return .object(members.map { .init(name: $0.name, value: relinked($0.value, type: type, key: key, to: action)) })
    case .null, .bool, .number, .string: return value
    }
  }
}
