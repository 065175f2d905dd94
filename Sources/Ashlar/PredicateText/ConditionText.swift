import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A condition as equivalent predicate text with arguments.
struct ConditionText: ConditionPrinter {
  private(set) var text = ""
  private(set) var arguments: [Any] = []
  // The number of subqueries that have been written; each has its own variable.
  private var subqueries = 0
  // The variable that the paths of the current subquery begin with; nil outside a subquery.
  private var variable: String?

  init(_ condition: Condition) { write(condition) }

  private enum Task {
    case condition(Condition)
    case text(String)
  }

  // Trees may have any depth, so the function recurses only for the conditions of subqueries.
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
    guard case .test(let path, let low) = junction.first, case .test(_, let high) = junction.second else { return false }
    text += "("
    write(between: path, low, high)
    text += ")"
    return true
  }

  private mutating func write(between path: [PathPart], _ low: Condition.Test, _ high: Condition.Test) {
    write(path, isQuantified: true)
    text += " \(Operator.between.row.word) {"
    for constant in low.constants { write(constant) }
    text += ", "
    for constant in high.constants { write(constant) }
    text += "}"
  }

  mutating func write(_ text: String) { self.text += text }

  mutating func write(_ path: [PathPart], isQuantified: Bool) {
    if isQuantified, path.isQuantified { text += "ANY " }
    write(path)
  }

  mutating func write(_ constant: QueryConstant) {
    text += "%@"
    arguments.append(ConditionText.argument(constant))
  }

  mutating func write(_ constants: [QueryConstant]) {
    text += "%@"
    arguments.append(constants.map { ConditionText.argument($0) })
  }

  mutating func write(_ first: [PathPart], _ relation: Relation, _ options: StringOptions, _ second: [PathPart]) {
    let operation = Operator.relation(relation)
    // The quantifier, and therefore the collection, must be on the left side.
    guard options.isEmpty, let swapped = operation.row.swapped else {
      write(first, isQuantified: true)
      write(relation, options)
      return write(second)
    }
    if first.isMany || second.isMany { text += "ANY " }
    write(second.isMany ? second : first)
    text += " \((second.isMany ? swapped : operation).row.word) "
    write(second.isMany ? first : second)
  }

  mutating func write(_ path: [PathPart], _ tags: [AnyTag]) {
    write(path, isQuantified: true)
    text += ".@type \(Operator.isIn.row.word) %@"
    arguments.append(tags.map(\.predicateName))
  }

  mutating func write(_ path: [PathPart], _ tests: [Condition.Test], _ quantifier: Condition.Quantifier) {
    switch quantifier {
    case .inOrder, .notInOrder:
      write(path)
      write(.order(quantifier == .inOrder ? .equal : .notEqual), [])
      write(tests.flatMap(\.constants))
    case .any where tests.isRange: write(between: path, tests[0], tests[1])
    case .any, .all:
      // Only predicate text produces such conditions, so their text is already known.
      misuse(.query("A condition with 'ANY' or 'ALL' of several values cannot be written with arguments: use its text."))
    }
  }

  mutating func write(_ condition: any RowCondition) {
    let (operation, argument) = condition.text
    write(condition.path, isQuantified: true)
    text += " \(operation) %@"
    arguments.append(argument)
  }

  mutating func write(_ expression: ValueExpression) {
    switch expression {
    case .constant(let constant): write(constant)
    case .path(let path): write(path, isQuantified: true)
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

/// The argument for an object that is unmanaged or no longer exists. Such an argument equals no object.
struct UnmanagedObject {
  let type: String
  let ordinal: Int
}

extension Condition {
  // Whether the condition is written without parentheses: a Bool property as a condition, or a constant.
  fileprivate var isBare: Bool {
    if case .test(_, let test) = self { return test.spelling == .bare }
    if case .constant = self { return true }
    return false
  }

  // Whether a negation of the condition is written as `NOT (…)`; other negations are written as `(NOT …)`.
  fileprivate var hasOwnParentheses: Bool {
    if case .joined(let junction) = self { return junction.kind != .not }
    if case .values(_, _, let quantifier) = self { return quantifier == .any || quantifier == .all }
    if case .custom = self { return true }
    return false
  }
}

extension [Condition.Test] {
  // Whether the tests are a lower and an upper bound, both inclusive.
  fileprivate var isRange: Bool {
    count == 2 && self[0].compared?.comparison == .greaterOrEqual && self[1].compared?.comparison == .lessOrEqual
  }
}

extension [PathPart] {
  // Whether the path needs a quantifier, because it leads to all elements of a collection. Values inside an `AnyRealmValue` need none.
  fileprivate var isQuantified: Bool {
    indices.contains { index in
      guard case .many = self[index] else { return false }
      return !(index + 1 < count && self[index + 1].isOneElement)
    }
  }
}

extension Query {
  /// Creates a query outside of `where`, to test the conditions that are built from it.
  public static func _constructForTesting() -> Query<T> { Query<T>() }

  /// Returns the condition as predicate text and arguments, which `RealmPredicate(format:argumentArray:)` accepts; for tests and debugging.
  /// A query that is not a condition stops the program.
  public func _constructPredicate() -> (String, [Any]) {
    guard let bool = self as? Query<Bool> else {
      misuse(.query("'\(path.text)' is not a condition: compare it with a value."))
    }
    let written = ConditionText(bool.condition())
    return (written.text, written.arguments)
  }
}
