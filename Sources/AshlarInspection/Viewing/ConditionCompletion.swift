internal import Ashlar
internal import AshlarSchema

/// Completes the text of a condition at a position with names of properties, operators, keywords and values.
struct ConditionCompletion {
  /// A text that may be inserted.
  struct Item {
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

  let root: EntityModel
  private let types: StoredTypes
  let scan: ConditionScan

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
  func target(_ names: some Collection<String>) -> EntityModel? {
    var model = root
    for name in names {
      guard let property = model.columns.first(where: { $0.name == name }), let target = property.target,
        let next = types.all.first(where: { $0.name == target })
      else { return nil }
      model = next
    }
    return model
  }
}

extension FileSnapshot {
  /// Returns the texts that may be inserted at a position in the text of a condition, as JSON.
  /// - Parameter position: The number of UTF-16 code units before the position.
  public func completion(type: String, where condition: String, at position: Int) throws(ViewFailure) -> JSONValue {
    .object(ConditionCompletion(condition, at: position, try self.type(type), types).members)
  }
}
