import AshlarSchema

/// Resolves a parsed predicate to a condition on the objects of a type.
struct PredicateResolver {
  let entity: _Entity
  let core: _RealmCore
  let source: PredicateSource
  /// The variables of the enclosing subqueries, the innermost last.
  var variables: [String] = []

  /// Resolves the condition. Throws if a name is unknown, an argument is missing, or an operator or a value does not fit its property.
  static func condition(
    _ parsed: ParsedPredicate, _ source: PredicateSource, _ entity: _Entity, _ core: _RealmCore
  ) throws(RealmPredicateError) -> Condition {
    try PredicateResolver(entity: entity, core: core, source: source).condition(parsed.root)
  }

  /// Resolves the clauses SORT, DISTINCT and LIMIT.
  static func arrangement(
    _ parsed: ParsedPredicate, _ source: PredicateSource, _ entity: _Entity, _ core: _RealmCore
  ) throws(RealmPredicateError) -> [_ResultsCore.Step] {
    if parsed.arranging.isEmpty { return [] }
    let resolver = PredicateResolver(entity: entity, core: core, source: source)
    var steps: [_ResultsCore.Step] = []
    for each in parsed.arranging { steps.append(try resolver.step(each)) }
    return steps
  }

  // Returns the condition of a node. The recursion is no deeper than that of the parser.
  func condition(_ node: ParsedPredicate.Node) throws(RealmPredicateError) -> Condition {
    switch node {
    case .constant(let value): return .constant(value)
    case .not(let inner): return .not(try condition(inner))
    case .all(let parts): return try joined(parts, Condition.and)
    case .any(let parts): return try joined(parts, Condition.or)
    case .comparison(let comparison): return try condition(comparison)
    case .truth(let path):
      let path = try resolved(path)
      guard path.type == .bool, path.end == .value, !path.parts.isEmpty else {
        throw source.fail("'\(path.parts.text)' is not a Boolean: compare it with a value.", at: path.place)
      }
      return quantified(path, [Condition.Test(kind: .relates(.order(.equal), .bool(true), []), spelling: .bare)])
    }
  }

  private func joined(_ nodes: [ParsedPredicate.Node], _ join: (Condition, Condition) -> Condition) throws(RealmPredicateError) -> Condition
  {
    var result = try condition(nodes[0])
    for node in nodes.dropFirst() { result = join(result, try condition(node)) }
    return result
  }

  // MARK: - Comparisons

  /// An operand of a comparison. The cases are indirect, because copies of large payloads compile to long code.
  indirect enum Side {
    case path(PredicatePath)
    case value(PredicateValue)
    case computed(ValueExpression)
    case list([(value: PredicateValue, place: Int)])
    case someOf(ParsedPredicate.Quantifier, [(value: PredicateValue, place: Int)])
    case region(_GeoRegion)
  }

  func resolved(_ path: ParsedPredicate.Path) throws(RealmPredicateError) -> PredicatePath {
    guard path.variable == variables.last else {
      let name = path.variable ?? ""
      if let variable = variables.last {
        throw source.fail(
          "Inside this subquery, a path must begin with '$\(variable)': properties of other objects are not available.", at: path.place)
      }
      throw source.fail("'$\(name)' is not an argument: arguments have numbers, such as '$0'.", at: path.place)
    }
    return try PredicatePath(path, entity, core, source)
  }

  private func side(_ operand: ParsedPredicate.Operand) throws(RealmPredicateError) -> Side {
    switch operand {
    case .path(let path): return .path(try resolved(path))
    case .literal(let literal, _): return .value(PredicateValue(literal))
    case .argument(let index, let place):
      let argument = try source.argument(index, at: place)
      if let shape = flattened(argument) as? any RealmGeospatial { return .region(try region(shape, at: place)) }
      guard let elements = PredicateValue.elements(argument) else { return .value(try value(argument, place)) }
      var list: [(PredicateValue, Int)] = []
      for element in elements { list.append((try value(element, place), place)) }
      return .list(list)
    case .list(let items, _): return .list(try values(items))
    case .someOf(let quantifier, let items, _):
      // A single argument may be a list.
      if items.count == 1, case .list(let values) = try side(items[0]) { return .someOf(quantifier, values) }
      return .someOf(quantifier, try values(items))
    case .shape(let shape, let place): return .region(try region(shape, at: place))
    case .object(let type, let key, let place): return .value(try object(type, key, at: place))
    case .subquery(let path, let variable, let node, let place): return .computed(try subquery(path, variable, node, at: place))
    case .arithmetic(let left, let operation, let right, _):
      return .computed(.arithmetic(operation, try number(try side(left), at: left.place), try number(try side(right), at: right.place)))
    }
  }

  /// Resolves the right operand of a comparison. If the operand is a single word that is not the name of a property, the error suggests
  /// quotes, because the word was probably meant as text.
  private func right(_ operand: ParsedPredicate.Operand) throws(RealmPredicateError) -> Side {
    do throws(RealmPredicateError) {
      return try side(operand)
    } catch {
      guard case .path(let path) = operand, path.steps.count == 1, case .name(let word) = path.steps[0].kind, path.variable == nil,
        path.quantifier == nil, variables.isEmpty
      else { throw error }
      throw source.fail("\(error.message) Write text in quotes: '\(word)'.", at: path.place)
    }
  }

  private func values(_ items: [ParsedPredicate.Operand]) throws(RealmPredicateError) -> [(value: PredicateValue, place: Int)] {
    var list: [(PredicateValue, Int)] = []
    for item in items {
      guard case .value(let value) = try side(item) else { throw source.fail("A list may contain only single values.", at: item.place) }
      list.append((value, item.place))
    }
    return list
  }

  func value(_ argument: Any, _ place: Int) throws(RealmPredicateError) -> PredicateValue {
    guard let value = PredicateValue(argument: argument) else {
      throw source.fail("Invalid argument type '\(Swift.type(of: flattened(argument) ?? argument))' in predicate.", at: place)
    }
    return value
  }

  private func condition(_ comparison: ParsedPredicate.Comparison) throws(RealmPredicateError) -> Condition {
    let (left, right) = (try side(comparison.left), try right(comparison.right))
    let place = comparison.place
    switch (left, comparison.operation, right) {
    case (.path(let path), .isIn, .region(let region)), (.path(let path), .geoWithin, .region(let region)):
      return try within(path, region, comparison)
    case (_, .geoWithin, _), (.region, _, _), (_, _, .region):
      throw source.fail("'GEOWITHIN' compares a link to an embedded object with a shape: 'geoBox', 'geoCircle' or 'geoPolygon'.", at: place)
    case (.path(let path), .isIn, .list(let values)): return try isIn(path, values, comparison)
    case (.value(let value), .isIn, .path(let path)):
      guard path.isMany, path.quantifier == nil, path.end == .value else {
        throw source.fail("'IN' must compare with a list of values or a collection.", at: place)
      }
      return try compare(path, .relation(.order(.equal)), value, options: comparison.options, at: comparison.left.place)
    case (.someOf(let quantifier, let values), .isIn, .path(let path)):
      guard path.isMany, path.quantifier == nil, path.end == .value else {
        throw source.fail("'IN' must compare with a list of values or a collection.", at: place)
      }
      return try some(quantifier, values, path, .relation(.order(.equal)), comparison)
    case (_, .isIn, _):
      throw source.fail("'IN' must compare a property with a list of values, '{1, 2}' or an array as an argument.", at: place)
    case (.path(let path), .between, .list(let bounds)): return try between(path, bounds, comparison)
    case (_, .between, _): throw source.fail("'BETWEEN' must compare a property with two values, '{1, 5}'.", at: place)
    case (.path(let path), _, .value(let value)):
      return try compare(path, comparison.operation, value, options: comparison.options, at: comparison.right.place)
    case (.value(let value), let operation, .path(let path)):
      guard let swapped = operation.row.swapped else {
        throw source.fail("'\(operation.row.word)' requires a property on the left side.", at: comparison.left.place)
      }
      return try compare(path, swapped, value, options: comparison.options, at: comparison.left.place)
    case (.path(let first), let operation, .path(let second)): return try compare(first, operation, second, comparison)
    case (.path(let path), .relation(.order(.equal)), .list(let values)) where path.isMany,
      (.path(let path), .relation(.order(.notEqual)), .list(let values)) where path.isMany:
      return try sequence(path, values, comparison)
    case (.path(let path), let operation, .someOf(let quantifier, let values)):
      return try some(quantifier, values, path, operation, comparison)
    case (.someOf(let quantifier, let values), let operation, .path(let path)):
      guard let swapped = operation.row.swapped else {
        throw source.fail("'\(operation.row.word)' requires a property on the left side.", at: comparison.left.place)
      }
      return try some(quantifier, values, path, swapped, comparison)
    case (.someOf, _, _), (_, _, .someOf):
      throw source.fail("'ANY' and 'ALL' of values can only be compared with a property.", at: place)
    case (.computed, _, .computed), (.computed, _, .path), (.computed, _, .value), (.path, _, .computed), (.value, _, .computed):
      return try computed(left, right, comparison)
    case (.list, _, _), (_, _, .list):
      throw source.fail("A list of values must follow 'IN' or 'BETWEEN', or be compared with a list by '==' or '!='.", at: place)
    case (.value, _, .value):
      throw source.fail("This compares two values: one of them must be a property. Write text in quotes, and names without.", at: place)
    }
  }

  private func compare(
    _ first: PredicatePath, _ operation: Operator, _ second: PredicatePath, _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    for path in [first, second] {
      if path.quantifier == .all || path.quantifier == .no {
        throw source.fail("'\(path.quantifier?.rawValue ?? "")' can only be compared with a value.", at: path.place)
      }
    }
    if first.end != .value || second.end != .value { return try computed(.path(first), .path(second), comparison) }
    if first.isMany, second.isMany { throw source.fail("Comparing two collection columns is not permitted.", at: comparison.place) }
    guard first.type.isComparable(with: second.type), first.target?.ordinal == second.target?.ordinal else {
      throw source.fail("Property type mismatch between \(first.type) and \(second.type).", at: comparison.place)
    }
    guard case .relation(let relation) = operation else { throw refused(operation, first.isText ? second : first, at: comparison.place) }
    if operation.row.needsText || !comparison.options.isEmpty {
      guard first.isText, second.isText else { throw refused(operation, first.isText ? second : first, at: comparison.place) }
    } else if case .order(let kind) = relation {
      try check(kind, first, at: comparison.place)
    }
    return .computed(.path(first.parts), relation, comparison.options, .path(second.parts))
  }

  private func isIn(
    _ path: PredicatePath, _ values: [(value: PredicateValue, place: Int)], _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    if path.end == .type { return try isType(path, values) }
    guard path.end == .value else { throw source.fail("'IN' cannot be applied to a computed value.", at: path.place) }
    var constants: [QueryConstant] = []
    for (value, place) in values { constants.append(try constant(value, for: path, at: place)) }
    let ignoresCase = comparison.options.contains(.caseInsensitive)
    guard comparison.options.contains(.diacriticInsensitive), path.isText else {
      return quantified(path, [Condition.Test(kind: .isIn(constants, ignoresCase: ignoresCase))])
    }
    if path.quantifier == .all { throw source.fail("'ALL' cannot be combined with 'IN[d]': omit the 'd'.", at: path.place) }
    let parts = constants.map { Condition.relates(path.parts, .order(.equal), $0, options(comparison.options, path, $0)) }
    let found = parts.dropFirst().reduce(parts.first ?? .constant(false), Condition.or)
    return path.quantifier == .no ? .not(found) : found
  }

  private func between(
    _ path: PredicatePath, _ bounds: [(value: PredicateValue, place: Int)], _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    guard path.end == .value else {
      throw source.fail("'BETWEEN' cannot be applied to a computed value: use '>=' and '<='.", at: path.place)
    }
    guard bounds.count == 2 else { throw source.fail("'BETWEEN' requires exactly two values.", at: comparison.place) }
    switch path.type.form {
    case .string, .data, .bool, .objectId, .uuid, .object: throw refused(.between, path, at: comparison.place)
    case .integer, .float, .double, .date, .decimal, .any: break
    }
    var tests: [Condition.Test] = []
    for (bound, kind) in zip(bounds, [Comparison.greaterOrEqual, .lessOrEqual]) {
      if case .null = bound.value.constant { return quantified(path, [.never]) }
      try check(kind, path, at: bound.place)
      tests.append(Condition.Test(kind, try constant(bound.value, for: path, at: bound.place)))
    }
    // If there are several values, the same value must satisfy both bounds.
    return quantified(path, tests)
  }

  func compare(
    _ path: PredicatePath, _ operation: Operator, _ value: PredicateValue, options: StringOptions, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    if path.end == .type { return try isType(path, operation, value, at: place) }
    guard case .relation(let relation) = operation else { throw refused(operation, path, at: place) }
    guard case .order(let kind) = relation else { return try match(path, relation, value, options, at: place) }
    if path.end == .count || path.end == .length, let quantifier = path.quantifier {
      return try numbers(path, quantifier, kind, value, at: place)
    }
    if !options.isEmpty {
      let constant = try constant(value, for: path, at: place)
      let options = self.options(options, path, constant)
      if !options.isEmpty { return quantified(path, [Condition.Test(kind: .relates(relation, constant, options))]) }
    }
    return try compare(path, kind, value, at: place)
  }

  // Returns those options that affect a comparison: none unless both operands may be text or data.
  private func options(_ options: StringOptions, _ path: PredicatePath, _ constant: QueryConstant) -> StringOptions {
    guard path.isText else { return [] }
    switch constant {
    case .string, .data, .null: return options
    case .bool, .int, .double, .date, .decimal, .bytes, .object, .collection: return []
    }
  }

  private func compare(
    _ path: PredicatePath, _ kind: Comparison, _ value: PredicateValue, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    if case .count = path.end {
      guard value.constant.isNumber else { throw source.fail("@count can only be compared with a numeric value.", at: place) }
      return .computed(.count(path.parts), kind, .constant(value.constant))
    }
    try check(kind, path, at: place)
    let constant = try constant(value, for: path, at: place)
    if path.end == .value { return quantified(path, [Condition.Test(kind, constant)]) }
    if path.quantifier != nil { throw source.fail("This is a single value: omit the quantifier.", at: path.place) }
    return .computed(path.expression, kind, .constant(constant))
  }

  private func match(
    _ path: PredicatePath, _ relation: Relation, _ value: PredicateValue, _ options: StringOptions, at place: Int
  ) throws(RealmPredicateError) -> Condition {
    guard path.isText, path.end == .value else { throw refused(.relation(relation), path, at: place) }
    let constant = try constant(value, for: path, at: place)
    switch constant {
    case .string, .data: return quantified(path, [Condition.Test(kind: .relates(relation, constant, options))])
    case .null where relation == .text(.like): return quantified(path, [Condition.Test(.equal, .null)])
    case .null, .bool, .int, .double, .date, .decimal, .bytes, .object, .collection: return quantified(path, [.never])
    }
  }

  /// Applies the quantifier of a path to tests of the values at its end.
  func quantified(_ path: PredicatePath, _ tests: [Condition.Test]) -> Condition {
    let leaves = tests.map { Condition.test(path.parts, $0) }
    switch path.quantifier {
    case .all: return .values(path.parts, tests, .all)
    case .no: return .not(path.isMany ? .values(path.parts, tests, .any) : leaves.reduce(.constant(true), Condition.and))
    case .any, nil:
      if leaves.count > 1, path.isMany { return .values(path.parts, tests, .any) }
      return leaves.dropFirst().reduce(leaves[0], Condition.and)
    }
  }
}

extension Condition.Test {
  /// A test that no value passes.
  fileprivate static var never: Condition.Test { Condition.Test(kind: .isIn([], ignoresCase: false)) }
}
