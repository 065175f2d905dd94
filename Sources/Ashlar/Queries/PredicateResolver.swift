import AshlarSchema

/// Makes the condition that a predicate in text says of the objects of a type.
struct PredicateResolver {
  let entity: _Entity
  let core: _RealmCore
  let source: PredicateSource

  /// Throws where names, types of values or arguments do not fit.
  static func condition(
    _ parsed: ParsedPredicate, _ arguments: [Any], _ entity: _Entity, _ core: _RealmCore
  ) throws(RealmPredicateError) -> Condition {
    let source = PredicateSource(text: parsed.text, arguments: arguments)
    return try PredicateResolver(entity: entity, core: core, source: source).condition(parsed.root)
  }

  // No deeper than the parser goes.
  private func condition(_ node: ParsedPredicate.Node) throws(RealmPredicateError) -> Condition {
    switch node {
    case .constant(let value): return .constant(value)
    case .not(let inner): return .not(try condition(inner))
    case .all(let parts): return try joined(parts, Condition.and)
    case .any(let parts): return try joined(parts, Condition.or)
    case .comparison(let comparison): return try condition(comparison)
    case .truth(let path):
      let path = try resolved(path)
      guard path.type == .bool, case .value = path.end else {
        throw source.fail("'\(path.parts.text)' is not true or false by itself: compare it with a value.", at: path.place)
      }
      return quantified(path, [.compare(path.parts, .equal, .bool(true))])
    }
  }

  private func joined(_ nodes: [ParsedPredicate.Node], _ join: (Condition, Condition) -> Condition) throws(RealmPredicateError) -> Condition
  {
    var result = try condition(nodes[0])
    for node in nodes.dropFirst() { result = join(result, try condition(node)) }
    return result
  }

  // MARK: - Comparisons

  private enum Side {
    case path(PredicatePath)
    case value(PredicateValue)
    case list([(value: PredicateValue, place: Int)])
  }

  private func resolved(_ path: ParsedPredicate.Path) throws(RealmPredicateError) -> PredicatePath {
    try PredicatePath(path, entity, core, source)
  }

  private func side(_ operand: ParsedPredicate.Operand) throws(RealmPredicateError) -> Side {
    switch operand {
    case .path(let path): return .path(try resolved(path))
    case .literal(let literal, _): return .value(PredicateValue(literal))
    case .argument(let index, let place):
      let argument = try source.argument(index, at: place)
      guard let elements = PredicateValue.elements(argument) else { return .value(try value(argument, place)) }
      var list: [(PredicateValue, Int)] = []
      for element in elements { list.append((try value(element, place), place)) }
      return .list(list)
    case .list(let items, _):
      var list: [(PredicateValue, Int)] = []
      for item in items {
        switch try side(item) {
        case .value(let value): list.append((value, item.place))
        case .path, .list: throw source.fail("A list has single values.", at: item.place)
        }
      }
      return .list(list)
    }
  }

  private func value(_ argument: Any, _ place: Int) throws(RealmPredicateError) -> PredicateValue {
    guard let value = PredicateValue(argument: argument) else {
      throw source.fail("Invalid argument type '\(Swift.type(of: flattened(argument) ?? argument))' in predicate.", at: place)
    }
    return value
  }

  private func condition(_ comparison: ParsedPredicate.Comparison) throws(RealmPredicateError) -> Condition {
    let (left, right) = (try side(comparison.left), try side(comparison.right))
    let place = comparison.place
    switch (left, comparison.relation, right) {
    case (.path(let path), .isIn, .list(let values)): return try isIn(path, values, comparison)
    case (.value(let value), .isIn, .path(let path)):
      guard path.isMany, path.quantifier == nil, case .value = path.end else {
        throw source.fail("'IN' must compare with a list of values or a collection.", at: place)
      }
      return try compare(path, .equal, value, ignoresCase: comparison.ignoresCase, at: comparison.left.place)
    case (_, .isIn, _):
      throw source.fail("'IN' must compare a property with a list of values, '{1, 2}' or an array as an argument.", at: place)
    case (.path(let path), .between, .list(let bounds)): return try between(path, bounds, comparison)
    case (_, .between, _): throw source.fail("'BETWEEN' must compare a property with two values, '{1, 5}'.", at: place)
    case (.path(let path), _, .value(let value)):
      return try compare(path, comparison.relation, value, ignoresCase: comparison.ignoresCase, at: comparison.right.place)
    case (.value(let value), let relation, .path(let path)):
      guard let swapped = relation.swapped else {
        throw source.fail("'\(relation.rawValue)' requires a property on the left side.", at: comparison.left.place)
      }
      return try compare(path, swapped, value, ignoresCase: comparison.ignoresCase, at: comparison.left.place)
    case (.path(let first), let relation, .path(let second)): return try compare(first, relation, second, comparison)
    case (.list, _, _), (_, _, .list): throw source.fail("A list of values follows 'IN' or 'BETWEEN'.", at: place)
    case (.value, _, .value):
      throw source.fail("This compares two values: one of them must be a property. Text stands in quotes, names do not.", at: place)
    }
  }

  private func compare(
    _ first: PredicatePath, _ relation: ParsedPredicate.Operator, _ second: PredicatePath, _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    guard let kind = relation.comparison, !comparison.ignoresCase else {
      throw source.fail(
        "'\(relation.rawValue)' compares with a value: two properties are compared with '==', '<' and the like.", at: comparison.place)
    }
    for path in [first, second] {
      if path.quantifier == .all || path.quantifier == .no {
        throw source.fail("'\(path.quantifier?.rawValue ?? "")' compares with a value.", at: path.place)
      }
      if case .count = path.end { throw source.fail("'@count' is compared with a number.", at: path.place) }
    }
    if first.isMany, second.isMany { throw source.fail("Comparing two collection columns is not permitted.", at: comparison.place) }
    guard first.type.isComparable(with: second.type), first.target?.ordinal == second.target?.ordinal else {
      throw source.fail("Property type mismatch between \(first.type) and \(second.type).", at: comparison.place)
    }
    try check(kind, first, at: comparison.place)
    return .comparePaths(first.parts, kind, second.parts)
  }

  private func isIn(
    _ path: PredicatePath, _ values: [(value: PredicateValue, place: Int)], _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    guard case .value = path.end else { throw source.fail("'@count' is compared with a number.", at: path.place) }
    var constants: [QueryConstant] = []
    for (value, place) in values { constants.append(try constant(value, for: path, at: place)) }
    return quantified(path, [.oneOf(path.parts, constants, ignoresCase: comparison.ignoresCase)])
  }

  private func between(
    _ path: PredicatePath, _ bounds: [(value: PredicateValue, place: Int)], _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    guard bounds.count == 2 else { throw source.fail("'BETWEEN' takes exactly two values.", at: comparison.place) }
    if path.type == .string || path.type == .data { throw refused(.between, path, at: comparison.place) }
    var leaves: [Condition] = []
    for (bound, relation) in zip(bounds, [Condition.Comparison.greaterOrEqual, .lessOrEqual]) {
      if case .null = bound.value.constant { return quantified(path, [.oneOf(path.parts, [], ignoresCase: false)]) }
      leaves.append(try leaf(path, relation, bound.value, at: bound.place))
    }
    // Of several values the same one must lie between both.
    return quantified(path, leaves)
  }

  private func compare(
    _ path: PredicatePath, _ relation: ParsedPredicate.Operator, _ value: PredicateValue, ignoresCase: Bool, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    guard let kind = relation.comparison else { return try match(path, relation, value, ignoresCase, at: place) }
    guard ignoresCase, case .string(let text) = try constant(value, for: path, at: place) else {
      return quantified(path, [try leaf(path, kind, value, at: place)])
    }
    let equal = Condition.text(path.parts, .equal, text, ignoresCase: true)
    return quantified(path, [kind == .notEqual ? .not(equal) : equal])
  }

  private func leaf(
    _ path: PredicatePath, _ kind: Condition.Comparison, _ value: PredicateValue, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    if case .count = path.end {
      guard case .int(let number) = value.constant else {
        throw source.fail("@count can only be compared with a numeric value.", at: place)
      }
      if path.quantifier != nil { throw source.fail("'@count' is one number: leave out the quantifier.", at: path.place) }
      return .count(path.parts, kind, Int(number))
    }
    try check(kind, path, at: place)
    return .compare(path.parts, kind, try constant(value, for: path, at: place))
  }

  private func match(
    _ path: PredicatePath, _ relation: ParsedPredicate.Operator, _ value: PredicateValue, _ ignoresCase: Bool, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    guard path.type == .string || path.type == .any, case .value = path.end else { throw refused(relation, path, at: place) }
    let text: String
    switch try constant(value, for: path, at: place) {
    case .string(let value): text = value
    case .null where relation == .like: return quantified(path, [.compare(path.parts, .equal, .null)])
    default: return quantified(path, [.oneOf(path.parts, [], ignoresCase: false)])
    }
    switch relation {
    case .like: return quantified(path, [.like(path.parts, text, ignoresCase: ignoresCase)])
    case _ where text.isEmpty: return quantified(path, [.oneOf(path.parts, [], ignoresCase: false)])
    case .beginsWith: return quantified(path, [.text(path.parts, .begins, text, ignoresCase: ignoresCase)])
    case .endsWith: return quantified(path, [.text(path.parts, .ends, text, ignoresCase: ignoresCase)])
    default: return quantified(path, [.text(path.parts, .contains, text, ignoresCase: ignoresCase)])
    }
  }

  /// What the leaves, which are about one path, say of the values at its end.
  private func quantified(_ path: PredicatePath, _ leaves: [Condition]) -> Condition {
    switch path.quantifier {
    case .all: return .values(path.parts, leaves, isAll: true)
    case .no: return .not(path.isMany ? .values(path.parts, leaves, isAll: false) : leaves.reduce(.constant(true), Condition.and))
    default:
      if leaves.count == 1, case .joined = leaves[0] {} else if leaves.count == 1 { return leaves[0] }
      return path.isMany ? .values(path.parts, leaves, isAll: false) : leaves.dropFirst().reduce(leaves[0], Condition.and)
    }
  }
}
