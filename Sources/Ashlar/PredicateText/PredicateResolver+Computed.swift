import AshlarSchema
import AshlarStore

// Subqueries, arithmetic, and aggregates that are compared with operands other than constants.
extension PredicateResolver {
  /// Resolves a subquery: the number of objects of a collection that match a condition.
  func subquery(
    _ path: ParsedPredicate.Path, _ variable: String, _ node: ParsedPredicate.Node, at place: Int
  ) throws(RealmPredicateError) -> ValueExpression {
    if variables.contains(variable) {
      throw source.fail("'$\(variable)' is already the variable of an enclosing subquery: choose another name.", at: place)
    }
    let collection = try resolved(path)
    guard collection.property.collection != .none, collection.end == .value, !collection.parts.isEmpty, let target = collection.target
    else {
      throw source.fail("A subquery requires a collection of objects, and '\(collection.parts.text)' is not one.", at: path.place)
    }
    let inner = PredicateResolver(entity: target, core: core, source: source, variables: variables + [variable])
    return .subquery(collection.parts, try inner.condition(node))
  }

  /// Resolves an operand, which must be a number, an `AnyRealmValue` or nil.
  func number(_ side: Side, at place: Int) throws(RealmPredicateError) -> ValueExpression {
    switch side {
    case .computed(let expression): return expression
    case .path(let path):
      guard path.isNumber, path.quantifier != .all, path.quantifier != .no else {
        throw source.fail("'\(path.parts.text)' is not a number.", at: path.place)
      }
      if let quantifier = path.quantifier, path.end == .count {
        throw source.fail("A count with '\(quantifier.rawValue)' can only be compared with a value.", at: path.place)
      }
      return path.expression
    case .value(let value): return try constant(value, at: place)
    case .list, .someOf: throw source.fail("A list is not a number.", at: place)
    case .region: throw source.fail("A shape is not a number.", at: place)
    }
  }

  /// Resolves a comparison of a count or a length that must hold for any, each or none of the objects of a collection, or for one object.
  func numbers(
    _ path: PredicatePath, _ quantifier: ParsedPredicate.Quantifier, _ kind: Comparison, _ value: PredicateValue, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    let number = try constant(value, at: place)
    func condition(_ parts: [PathPart]) -> Condition {
      .computed(path.end == .count ? .count(parts) : .length(parts), kind, number)
    }
    // The collection that is counted is the last part of the path.
    let leading = path.end == .count ? Array(path.parts.dropLast()) : path.parts
    guard let (collection, rest) = leading.lastCollection else {
      return quantifier == .no ? .not(condition(path.parts)) : condition(path.parts)
    }
    let each = condition(rest + path.parts[leading.count...])
    switch quantifier {
    case .any: return .computed(.subquery(collection, each), .greater, .constant(.int(0)))
    case .no: return .computed(.subquery(collection, each), .equal, .constant(.int(0)))
    case .all: return .computed(.subquery(collection, .not(each)), .equal, .constant(.int(0)))
    }
  }

  private func constant(_ value: PredicateValue, at place: Int) throws(RealmPredicateError) -> ValueExpression {
    if case .null = value.constant { return .constant(.null) }
    guard value.constant.isNumber else { throw source.fail("'\(value.text)' is not a number.", at: place) }
    return .constant(value.constant)
  }

  /// Resolves a comparison of numbers or dates, at least one of which is computed.
  func computed(_ left: Side, _ right: Side, _ comparison: ParsedPredicate.Comparison) throws(RealmPredicateError) -> Condition {
    guard case .relation(.order(let kind)) = comparison.operation, comparison.options.isEmpty else {
      throw source.fail("'\(comparison.operation.row.word)' cannot be applied to a computed value.", at: comparison.place)
    }
    // The operands may also be dates, such as the latest date of a collection and a date property.
    if case .path(let first) = left, case .path(let second) = right, first.type == .date, second.type == .date {
      return .computed(first.expression, kind, second.expression)
    }
    return .computed(
      try number(left, at: comparison.left.place), kind, try number(right, at: comparison.right.place))
  }

  // MARK: - Types of values

  func isType(_ path: PredicatePath, _ values: [(value: PredicateValue, place: Int)]) throws(RealmPredicateError) -> Condition {
    var tags: [AnyTag] = []
    for (value, place) in values { tags += try self.tags(value, at: place) }
    return quantified(path, [Condition.Test(kind: .hasType(tags))])
  }

  func isType(
    _ path: PredicatePath, _ operation: Operator, _ value: PredicateValue, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    var tags = try tags(value, at: place)
    switch operation {
    case .relation(.order(.equal)): break
    // The condition holds if any value of the path has a different type.
    case .relation(.order(.notEqual)): tags = (0...13).compactMap(AnyTag.init(rawValue:)).filter { !tags.contains($0) }
    case .relation, .isIn, .between, .geoWithin: throw source.fail("'@type' can only be compared with '==', '!=' or 'IN'.", at: place)
    }
    return quantified(path, [Condition.Test(kind: .hasType(tags))])
  }

  private func tags(_ value: PredicateValue, at place: Int) throws(RealmPredicateError) -> [AnyTag] {
    guard case .string(let name) = value.constant, let tags = AnyTag.named(name) else {
      throw source.fail("'\(value.text)' is not the name of a type: write 'string', 'int', 'numeric', 'list' …", at: place)
    }
    return tags
  }
}

extension PredicatePath {
  /// The expression for the values that the path selects.
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

  /// Whether the path ends at text, data or an `AnyRealmValue`.
  var isText: Bool { [.string, .data, .any].contains(type) }
}
