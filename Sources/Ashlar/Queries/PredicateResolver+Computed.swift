import AshlarSchema
import AshlarStore

// Subqueries, arithmetic, and aggregates that are compared with more than a constant.
extension PredicateResolver {
  /// How many objects of a collection fulfil a condition.
  func subquery(
    _ path: ParsedPredicate.Path, _ variable: String, _ node: ParsedPredicate.Node, at place: Int
  ) throws(RealmPredicateError) -> ValueExpression {
    if variables.contains(variable) {
      throw source.fail("'$\(variable)' stands for the objects of a subquery around this one: choose another name.", at: place)
    }
    let collection = try resolved(path)
    guard collection.property.collection != .none, collection.end == .value, !collection.parts.isEmpty, let target = collection.target
    else {
      throw source.fail("A subquery is about the objects of a collection, and '\(collection.parts.text)' has none.", at: path.place)
    }
    let inner = PredicateResolver(entity: target, core: core, source: source, variables: variables + [variable])
    return .subquery(collection.parts, try inner.condition(node))
  }

  /// An operand that is a number.
  func number(_ operand: ParsedPredicate.Operand) throws(RealmPredicateError) -> ValueExpression {
    switch operand {
    case .subquery(let path, let variable, let node, let place): return try subquery(path, variable, node, at: place)
    case .arithmetic(let left, let operation, let right, _): return .arithmetic(operation, try number(left), try number(right))
    case .path(let path):
      let path = try resolved(path)
      guard path.isNumber, path.quantifier != .all, path.quantifier != .no else {
        throw source.fail("'\(path.parts.text)' is not a number.", at: path.place)
      }
      return path.expression
    case .literal(let literal, let place): return try constant(PredicateValue(literal), at: place)
    case .argument(let index, let place): return try constant(try value(try source.argument(index, at: place), place), at: place)
    case .list(_, let place), .someOf(_, _, let place): throw source.fail("A list is not a number.", at: place)
    case .shape(_, let place): throw source.fail("A shape is not a number.", at: place)
    case .object(_, _, let place): throw source.fail("An object is not a number.", at: place)
    }
  }

  private func constant(_ value: PredicateValue, at place: Int) throws(RealmPredicateError) -> ValueExpression {
    if case .null = value.constant { return .constant(.null) }
    guard value.constant.isNumber else { throw source.fail("'\(value.text)' is not a number.", at: place) }
    return .constant(value.constant)
  }

  /// A comparison of numbers, at least one of which is computed.
  func computed(_ comparison: ParsedPredicate.Comparison) throws(RealmPredicateError) -> Condition {
    guard let kind = comparison.relation.comparison, comparison.options.isEmpty else {
      throw source.fail("'\(comparison.relation.rawValue)' is not asked of what is computed.", at: comparison.place)
    }
    if let extremes = try datesCompared(comparison, kind) { return extremes }
    return .expressions(try number(comparison.left), kind, try number(comparison.right))
  }

  // The earliest or latest date against a property.
  private func datesCompared(
    _ comparison: ParsedPredicate.Comparison, _ kind: Condition.Comparison
  ) throws(RealmPredicateError) -> Condition? {
    guard case .path(let left) = comparison.left, case .path(let right) = comparison.right else { return nil }
    let (first, second) = (try resolved(left), try resolved(right))
    guard first.type == .date, second.type == .date else { return nil }
    return .expressions(first.expression, kind, second.expression)
  }

  // MARK: - Types of values

  func isType(_ path: PredicatePath, _ values: [(value: PredicateValue, place: Int)]) throws(RealmPredicateError) -> Condition {
    var tags: [AnyTag] = []
    for (value, place) in values { tags += try self.tags(value, at: place) }
    return .kind(path.parts, tags)
  }

  func isType(
    _ path: PredicatePath, _ relation: ParsedPredicate.Operator, _ value: PredicateValue, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    let tags = try tags(value, at: place)
    switch relation {
    case .equal: return .kind(path.parts, tags)
    // Some value of the path is of another type.
    case .notEqual: return .kind(path.parts, (0...13).compactMap(AnyTag.init(rawValue:)).filter { !tags.contains($0) })
    default: throw source.fail("'@type' is compared with '==', '!=' or 'IN'.", at: place)
    }
  }

  private func tags(_ value: PredicateValue, at place: Int) throws(RealmPredicateError) -> [AnyTag] {
    guard case .string(let name) = value.constant, let tags = AnyTag.named(name) else {
      throw source.fail("'\(value.text)' is not the name of a type: write 'string', 'int', 'numeric', 'list' …", at: place)
    }
    return tags
  }
}

extension PredicatePath {
  /// The values that are meant.
  var expression: ValueExpression {
    switch end {
    case .value, .type: .path(parts)
    case .count: .count(parts)
    case .aggregate(let aggregate): .aggregate(aggregate, parts)
    case .length: .length(parts)
    case .links(let paths):
      paths.dropFirst().reduce(paths.first.map { .count($0) } ?? .constant(.int(0))) { .arithmetic(.plus, $0, .count($1)) }
    }
  }

  fileprivate var isNumber: Bool {
    switch end {
    case .count, .length, .links: true
    case .value, .aggregate: type.isNumber || type == .any
    case .type: false
    }
  }

  /// Whether there are text or bytes at the end.
  var isText: Bool { [.string, .data, .any].contains(type) }
}
