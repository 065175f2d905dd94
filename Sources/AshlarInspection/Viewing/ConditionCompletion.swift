internal import Ashlar
internal import AshlarSchema

/// Completes the text of a condition at a position with names of properties, operators, keywords and values.
struct ConditionCompletion {
  /// A text that may be inserted.
  private struct Item {
    let text: String
    let insert: String
    let kind: String
    var detail = ""
  }

  // The part of a condition that the text before the position requires next.
  private enum Expectation {
    case operand
    case operation(PropertyModel)
    case value(PropertyModel)
    case connective
    case nothing
  }

  private static let limit = 50

  private let root: EntityModel
  private let types: StoredTypes
  private let scan: ConditionScan

  /// - Parameters:
  ///   - text: The whole condition.
  ///   - position: The number of UTF-16 code units before the position.
  init(_ text: String, at position: Int, _ root: EntityModel, _ types: StoredTypes) {
    self.root = root
    self.types = types
    scan = ConditionScan(text, position)
  }

  /// The range to replace, and the items, as members of a JSON object.
  var members: [JSONValue.Member] {
    let items = self.items.prefix(ConditionCompletion.limit).map { item in
      JSONValue.members([
        "text": .string(item.text), "insert": .string(item.insert), "kind": .string(item.kind), "detail": .string(item.detail),
      ])
    }
    return [
      .init(name: "from", value: .count(scan.wordStart)), .init(name: "to", value: .count(scan.position)),
      .init(name: "items", value: .array(Array(items))),
    ]
  }

  private var items: [Item] {
    let found: [Item] =
      switch expectation {
      case .operand: scan.path.isEmpty ? operands : properties(of: target(scan.path))
      case .operation(let property): operations(property)
      case .value(let property): values(property)
      case .connective:
        ["AND", "OR"].map { Item(text: $0, insert: $0 + " ", kind: "keyword") }
          + ["SORT", "DISTINCT", "LIMIT"].map { Item(text: $0, insert: $0 + "(", kind: "keyword") }
      case .nothing: []
      }
    let typed = scan.word.lowercased()
    if typed.isEmpty { return found }
    let starting = found.filter { $0.text.lowercased().hasPrefix(typed) }
    return starting + found.filter { !$0.text.lowercased().hasPrefix(typed) && $0.text.lowercased().contains(typed) }
  }

  // MARK: - Place

  private var expectation: Expectation {
    if scan.isInText { return .nothing }
    if !scan.path.isEmpty { return .operand }
    var expectation = Expectation.operand
    var left: PropertyModel?
    for token in scan.tokens {
      switch token {
      case .path(let names):
        let word = names.count == 1 ? names[0].uppercased() : ""
        switch word {
        case "AND", "OR", "NOT": (expectation, left) = (.operand, nil)
        case "ANY", "SOME", "ALL", "NONE":
          if left == nil { expectation = .operand }
        case _ where ConditionCompletion.isOperator(word): expectation = left.map { .value($0) } ?? .nothing
        default:
          if case .value = expectation {
            expectation = .connective
          } else if let property = property(names) {
            left = property
            expectation = .operation(property)
          } else {
            expectation = ["TRUEPREDICATE", "FALSEPREDICATE"].contains(word) ? .connective : .nothing
          }
        }
      case .literal: expectation = .connective
      case .symbol(let symbol):
        switch symbol {
        case "(", "!", "&&", "||": (expectation, left) = (.operand, nil)
        case ")", "}": expectation = .connective
        case _ where ConditionCompletion.isOperator(symbol): expectation = left.map { .value($0) } ?? .nothing
        case "{", ",":
          if left == nil { expectation = .operand }
        default: expectation = .nothing
        }
      }
    }
    return expectation
  }

  private static func isOperator(_ word: String) -> Bool {
    _PredicateWords.comparisons.contains(word) || _PredicateWords.textOperators.contains(word)
      || _PredicateWords.listOperators.contains(word) || ["=", "<>", "=<", "=>"].contains(word)
  }

  // Returns the property at the end of a path; nil if there is none.
  private func property(_ names: [String]) -> PropertyModel? {
    guard let last = names.last, let model = target(names.dropLast()) else { return nil }
    if last.hasPrefix("@") { return PropertyModel(name: last, type: .int) }
    return model.columns.first { $0.name == last }
  }

  // Returns the type of the objects at the end of a path; nil if the path does not end at objects.
  private func target(_ names: some Collection<String>) -> EntityModel? {
    var model = root
    for name in names {
      guard let property = model.columns.first(where: { $0.name == name }), let target = property.target,
        let next = types.all.first(where: { $0.name == target })
      else { return nil }
      model = next
    }
    return model
  }

  // MARK: - Items

  private var operands: [Item] {
    properties(of: root) + ["NOT", "ANY", "ALL", "NONE"].map { Item(text: $0, insert: $0 + " ", kind: "keyword") }
      + [
        Item(text: "SUBQUERY", insert: "SUBQUERY(", kind: "keyword"),
        Item(text: "TRUEPREDICATE", insert: "TRUEPREDICATE ", kind: "keyword"),
      ]
  }

  private func properties(of model: EntityModel?) -> [Item] {
    guard let model else { return [] }
    var items = model.columns.map { property in
      let isPath = property.type == .object && property.collection == .none
      return Item(
        text: property.name, insert: LiteralText.name(property.name) + (isPath ? "" : property.collection == .none ? " " : "."),
        kind: "property", detail: ConditionCompletion.detail(property))
    }
    if let last = scan.path.last, let before = target(scan.path.dropLast()),
      before.columns.first(where: { $0.name == last })?.collection ?? .none != .none
    {
      items.append(Item(text: "@count", insert: "@count ", kind: "property", detail: "number of elements"))
    }
    return items
  }

  private static func detail(_ property: PropertyModel) -> String {
    var name = property.type == .object ? property.target ?? "object" : FileSnapshot.name(property.type)
    switch property.collection {
    case .none: if property.isOptional, property.type != .object { name += "?" }
    case .list: name = "list of \(name)"
    case .set: name = "set of \(name)"
    case .map: name = "map of \(name)"
    case .linkingObjects: break
    }
    return property.isIndexed ? name + ", indexed" : name
  }

  private func operations(_ property: PropertyModel) -> [Item] {
    if property.collection != .none { return [Item(text: "IN", insert: "IN ", kind: "operator")] }
    var words: [String]
    switch property.type.form {
    case .bool, .objectId, .uuid: words = ["==", "!=", "IN"]
    case .object: words = ["==", "!="]
    case .string, .data: words = _PredicateWords.comparisons + _PredicateWords.textOperators + _PredicateWords.listOperators
    case .integer, .float, .double, .date, .decimal, .any: words = _PredicateWords.comparisons + _PredicateWords.listOperators
    }
    if property.type == .string { words.insert(contentsOf: ["==[c]", "CONTAINS[c]", "BEGINSWITH[c]"], at: 2) }
    let after: String = property.type == .bool ? "AND" : ""
    return words.map { Item(text: $0, insert: $0 + ($0 == "IN" || $0 == "BETWEEN" ? " {" : " "), kind: "operator") }
      + (after.isEmpty ? [] : ["AND", "OR"].map { Item(text: $0, insert: $0 + " ", kind: "keyword") })
  }

  private func values(_ property: PropertyModel) -> [Item] {
    var items: [Item] = []
    switch property.type.form {
    case .bool: items = ["true", "false"].map { Item(text: $0, insert: $0 + " ", kind: "value") }
    case .string: items = [Item(text: "\"…\"", insert: "\"", kind: "value", detail: "text")]
    case .date: items = [Item(text: "2024-12-31", insert: "2024-12-31 ", kind: "value", detail: "a date in UTC")]
    case .uuid: items = [Item(text: "uuid(…)", insert: "uuid(", kind: "value")]
    case .objectId: items = [Item(text: "oid(…)", insert: "oid(", kind: "value")]
    case .data: items = [Item(text: "B64\"…\"", insert: "B64\"", kind: "value")]
    case .integer, .float, .double, .decimal, .object, .any: break
    }
    for case .oneOf(property.storedName, let cases) in root.rules {
      items += cases.compactMap(ConditionCompletion.literal).map { Item(text: $0, insert: $0 + " ", kind: "value", detail: "case") }
    }
    if property.isOptional || property.type == .object || property.type == .any {
      items.append(Item(text: "nil", insert: "nil ", kind: "value"))
    }
    return items
  }

  private static func literal(_ value: DefaultValue) -> String? {
    if case .int(let number) = value { return "\(number)" }
    if case .string(let text) = value { return LiteralText.text(.string(text)) }
    return nil
  }
}

extension FileSnapshot {
  /// Returns the texts that may be inserted at a position in the text of a condition, as JSON.
  /// - Parameter position: The number of UTF-16 code units before the position.
  public func completion(type: String, where condition: String, at position: Int) throws(ViewFailure) -> JSONValue {
    .object(ConditionCompletion(condition, at: position, try self.type(type), types).members)
  }
}
