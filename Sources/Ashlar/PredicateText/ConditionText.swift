import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A condition as an equivalent predicate text with arguments.
struct ConditionText {
  private(set) var text = ""
  private(set) var arguments: [Any] = []
  // The number of subqueries so far; each has its own variable.
  private var subqueries = 0
  // The variable that the paths of a subquery begin with.
  private var variable: String?

  init(_ condition: Condition) { write(condition) }

  private enum Task {
    case condition(Condition)
    case text(String)
  }

  // Trees may have any depth; only subqueries recurse.
  private mutating func write(_ condition: Condition) {
    var tasks = [Task.condition(condition)]
    while let task = tasks.popLast() {
      switch task {
      case .text(let text): self.text += text
      case .condition(.joined(let junction)):
        switch junction.kind {
        case .and, .or:
          if junction.isRange, writeRange(junction) { continue }
          tasks += [
            .text(")"), .condition(junction.second), .text(junction.kind == .and ? " && " : " || "), .condition(junction.first), .text("("),
          ]
        case .not:
          let inner = junction.first
          if inner.hasOwnParentheses {
            tasks += [.condition(inner), .text("NOT ")]
          } else {
            text += "(NOT "
            if case .joined = inner {
              tasks += [.text(")"), .condition(inner)]
            } else {
              write(leaf: inner)
              text += ")"
            }
          }
        }
      case .condition(let leaf):
        if leaf.isBare {
          write(leaf: leaf)
        } else {
          text += "("
          write(leaf: leaf)
          text += ")"
        }
      }
    }
  }

  private mutating func writeRange(_ junction: Junction) -> Bool {
    guard case .compare(let path, _, let low) = junction.first, case .compare(_, _, let high) = junction.second else { return false }
    text += "("
    write(between: path, low, high)
    text += ")"
    return true
  }

  private mutating func write(between path: [PathPart], _ low: QueryConstant, _ high: QueryConstant) {
    write(quantified: path)
    text += " BETWEEN {"
    write(low)
    text += ", "
    write(high)
    text += "}"
  }

  private mutating func write(leaf: Condition) {
    switch leaf {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .truth(let path, let value):
      write(quantified: path)
      text += " == \(value)"
    case .compare(let path, let comparison, let constant):
      write(quantified: path)
      text += " \(comparison.text) "
      write(constant)
    case .member(let constant, of: let path):
      write(constant)
      text += " IN "
      write(path)
    case .oneOf(let path, let constants, let ignoresCase):
      write(quantified: path)
      text += ignoresCase ? " IN[c] %@" : " IN %@"
      arguments.append(constants.map { ConditionText.argument($0) })
    case .comparePaths(let first, let comparison, let second):
      if first.isMany || second.isMany { text += "ANY " }
      // The quantifier, and therefore the collection, must be on the left side.
      let isSwapped = second.isMany
      write(isSwapped ? second : first)
      text += " \((isSwapped ? comparison.swapped : comparison).text) "
      write(isSwapped ? first : second)
    case .text(let path, let match, let wanted, let ignoresCase):
      write(quantified: path)
      text += " \(match.kind.text)\(ignoresCase ? "[c]" : "") "
      write(.string(wanted))
    case .like(let path, let pattern, let ignoresCase):
      write(quantified: path)
      text += " LIKE\(ignoresCase ? "[c]" : "") "
      write(.string(pattern))
    case .match(let path, let question):
      write(quantified: path)
      text += " \(question.kind.text)\(question.options.text) "
      switch question.operand {
      case .constant(let constant): write(constant)
      case .path(let other): write(other)
      }
    case .sequence(let path, let values, let isEqual):
      write(path)
      text += isEqual ? " == %@" : " != %@"
      arguments.append(values.map { ConditionText.argument($0) })
    case .within(let path, let region):
      write(quantified: path)
      text += " IN %@"
      arguments.append(region.shape)
    case .kind(let path, let tags):
      write(quantified: path)
      text += ".@type IN %@"
      arguments.append(tags.map(\.predicateName))
    case .count(let path, let comparison, let number):
      write(path)
      text += ".@count \(comparison.text) "
      write(.int(Int64(number)))
    case .expressions(let a, let comparison, let b):
      write(a)
      text += " \(comparison.text) "
      write(b)
    case .values(let path, let leaves, let isAll):
      if !isAll, leaves.count == 2, case .compare(_, .greaterOrEqual, let low) = leaves[0],
        case .compare(_, .lessOrEqual, let high) = leaves[1]
      {
        return write(between: path, low, high)
      }
      // Only predicates in text produce such conditions, and they already have a text.
      misuse(.query("A condition on each of several values has no form as arguments: keep the text."))
    case .joined: break
    }
  }

  private mutating func write(_ constant: QueryConstant) {
    text += "%@"
    arguments.append(ConditionText.argument(constant))
  }

  private mutating func write(_ expression: ValueExpression) {
    switch expression {
    case .constant(let constant): write(constant)
    case .path(let path): write(quantified: path)
    case .count(let path):
      write(path)
      text += ".@count"
    case .length(let path):
      write(path)
      text += ".length"
    case .aggregate(let aggregate, let path):
      let end = (path.lastIndex { if case .many = $0 { true } else { false } } ?? path.count - 1) + 1
      write(Array(path[..<end]))
      text += ".@\(aggregate.rawValue)"
      if end < path.count { text += "." + Array(path[end...]).text }
    case .subquery(let path, let condition):
      subqueries += 1
      let name = "$col\(subqueries)"
      text += "SUBQUERY("
      write(path)
      text += ", \(name), "
      let outer = variable
      variable = name
      write(condition)
      variable = outer
      text += ").@count"
    case .arithmetic(let operation, let a, let b):
      text += "("
      write(a)
      text += " \(operation.rawValue) "
      write(b)
      text += ")"
    }
  }

  private mutating func write(quantified path: [PathPart]) {
    if path.isQuantified { text += "ANY " }
    write(path)
  }

  private mutating func write(_ path: [PathPart]) {
    if path.isEmpty { text += variable ?? "self" }
    for (index, part) in path.enumerated() {
      switch part {
      case .name(let name), .many(let name):
        if index > 0 { text += "." } else if let variable { text += variable + "." }
        text += name
      case .keys: text += ".@allKeys"
      case .values:
        if index > 0, case .many = path[index - 1] {
          text += ".@allValues"
        } else {
          text += "[%K]"
          arguments.append("#any")
        }
      case .key(let key):
        text += "[%@]"
        arguments.append(key)
      case .index(let position):
        text += "[%@]"
        arguments.append(position)
      case .last: text += "[LAST]"
      }
    }
  }

  private static func argument(_ constant: QueryConstant) -> Any {
    switch constant {
    case .null: return Any?.none as Any
    case .bool(let value): return value
    case .int(let value): return Int(value)
    case .double(let value): return value
    case .string(let value): return value
    case .data(let bytes): return Data(bytes)
    case .date(let seconds, let nanoseconds): return _DateCell.date(seconds, nanoseconds)
    case .decimal(let value): return value
    case .bytes(let bytes):
      if bytes.count == 12, let id = ObjectId(bytes: bytes) { return id }
      return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    case .object(let key, let type, let ordinal, let context):
      if let core = context?.pointee.core?.takeUnretainedValue() as? _RealmCore, let entity = core.entity(ordinal),
        let row = core.row(entity, key)
      {
        return entity.accessor(row, core)
      }
      return UnmanagedObject(type: type, ordinal: ordinal)
    case .collection: return [Any]()
    }
  }
}

/// An argument that represents an unmanaged object, which equals no object.
struct UnmanagedObject {
  let type: String
  let ordinal: Int
}

extension Condition {
  // Whether the condition is a Bool property by itself, or no comparison.
  fileprivate var isBare: Bool {
    switch self {
    case .truth, .constant: true
    default: false
    }
  }

  // Whether the text of the condition begins with a parenthesis that a negation can precede.
  fileprivate var hasOwnParentheses: Bool {
    switch self {
    case .joined(let junction): junction.kind != .not
    case .values, .within: true
    default: false
    }
  }
}

extension [PathPart] {
  // Values inside an `AnyRealmValue` need no quantifier.
  fileprivate var isQuantified: Bool {
    indices.contains { index in
      guard case .many = self[index] else { return false }
      return !(index + 1 < count && self[index + 1].isOneElement)
    }
  }
}

extension TextTest.Kind {
  var text: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .begins: "BEGINSWITH"
    case .ends: "ENDSWITH"
    case .contains: "CONTAINS"
    case .like: "LIKE"
    }
  }
}

extension StringOptions {
  /// The options as predicate text spells them.
  var text: String {
    let letters = (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}

extension AnyTag {
  /// The name of the type as `@type` spells it.
  var predicateName: String {
    switch self {
    case .none: "null"
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .objectId: "objectid"
    case .decimal128: "decimal128"
    case .uuid: "uuid"
    case .link: "object"
    case .list: "list"
    case .dictionary: "dictionary"
    }
  }

  /// Returns the tags for a name of `@type`; nil if the name is unknown.
  static func named(_ name: String) -> [AnyTag]? {
    switch name.lowercased() {
    case "null": [.none]
    case "int", "integer", "int16", "int32", "int64", "short", "long", "byte", "char": [.int]
    case "bool", "boolean": [.bool]
    case "string": [.string]
    case "binary", "data", "bytearray", "byte[]", "bindata": [.data]
    case "date", "datetimeoffset", "timestamp": [.date]
    case "float": [.float]
    case "double": [.double]
    case "decimal", "decimal128": [.decimal128]
    case "objectlink", "link", "object": [.link]
    case "objectid": [.objectId]
    case "uuid", "guid": [.uuid]
    case "array", "list": [.list]
    case "dictionary": [.dictionary]
    case "collection": [.list, .dictionary]
    case "numeric": [.int, .float, .double, .decimal128]
    default: nil
    }
  }
}

extension Query {
  /// Creates a query outside of `where`, to test the conditions that are built from it.
  public static func _constructForTesting() -> Query<T> { Query<T>() }

  /// Returns the condition as predicate text and arguments, which `RealmPredicate(format:argumentArray:)` accepts; for tests and debugging.
  public func _constructPredicate() -> (String, [Any]) {
    guard let bool = self as? Query<Bool> else {
      misuse(.query("'\(path.text)' is not a condition: compare it with a value."))
    }
    let written = ConditionText(bool.condition())
    return (written.text, written.arguments)
  }
}
