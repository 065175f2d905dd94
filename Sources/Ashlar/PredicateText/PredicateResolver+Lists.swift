import AshlarSchema
import AshlarStore

// Lists of values as operands, object literals, and the clauses after a condition.
extension PredicateResolver {
  /// Resolves a comparison of a list or set of values with a list of constants. `==` holds if the values are equal and in the same order;
  /// `!=` holds if `==` does not. The values of a set are compared in their stored order.
  func sequence(
    _ path: PredicatePath, _ values: [(value: PredicateValue, place: Int)], _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    guard path.quantifier == nil, path.end == .value, path.type != .object, path.type != .any,
      path.property.collection == .list || path.property.collection == .set
    else {
      throw source.fail("Only a list or set of values can be compared with a list.", at: path.place)
    }
    if !comparison.options.isEmpty { throw source.fail("Lists are compared exactly: omit the options.", at: comparison.place) }
    var constants: [QueryConstant] = []
    for (value, place) in values { constants.append(try constant(value, for: path, at: place)) }
    return .values(
      path.parts, constants.map { Condition.Test(.equal, $0) }, comparison.operation == .relation(.order(.equal)) ? .inOrder : .notInOrder)
  }

  /// Resolves a comparison of a property with any, each or none of several values.
  func some(
    _ quantifier: ParsedPredicate.Quantifier, _ values: [(value: PredicateValue, place: Int)], _ path: PredicatePath,
    _ operation: Operator, _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    var parts: [Condition] = []
    for (value, place) in values {
      parts.append(try compare(path, operation, value, options: comparison.options, at: place))
    }
    if quantifier == .all { return parts.dropFirst().reduce(parts.first ?? .constant(true), Condition.and) }
    let any = parts.dropFirst().reduce(parts.first ?? .constant(false), Condition.or)
    return quantifier == .no ? .not(any) : any
  }

  /// Resolves an object by type and primary key. An object that does not exist equals no object.
  func object(_ type: String, _ key: ParsedPredicate.Operand, at place: Int) throws(RealmPredicateError) -> PredicateValue {
    guard let entity = core.entity(named: type) else {
      let perhaps = Spelling.nearest(to: type, in: core.entities.values.map(\.model.name)).map { " Did you mean '\($0)'?" } ?? ""
      throw source.fail("There is no type '\(type)'.\(perhaps)", at: place)
    }
    guard entity.hasKey else { throw source.fail("Objects of type '\(type)' have no primary key.", at: place) }
    if entity.compoundKey != nil { return try object(entity, compound: key) }
    let value: PredicateValue
    switch key {
    case .literal(let literal, _): value = PredicateValue(literal)
    case .argument(let index, let place): value = try self.value(try source.argument(index, at: place), place)
    default: throw source.fail("A primary key must be a value or an argument.", at: place)
    }
    let property = entity.model.properties[entity.keyColumn].name
    // The key is checked and looked up as in a condition on the primary key.
    let path = try path(property, entity, at: place)
    let found = IndexProbe(leaf: .compare([.name(property)], .equal, try constant(value, for: path, at: key.place)), entity, core)?
      .rows(entity, core).first
    return PredicateValue(object: found, entity, core)
  }

  private func path(_ property: String, _ entity: _Entity, at place: Int) throws(RealmPredicateError) -> PredicatePath {
    try PredicatePath(
      ParsedPredicate.Path(steps: [ParsedPredicate.Step(kind: .name(property), place: place)], place: place), entity, core, source)
  }

  // Resolves an object by a primary key of several properties: a list of values in the order of the key, or an argument that
  // `_Entity.compoundKeyBytes(of:)` accepts.
  private func object(_ entity: _Entity, compound key: ParsedPredicate.Operand) throws(RealmPredicateError) -> PredicateValue {
    let properties = entity.keyColumns.map { entity.model.properties[$0] }
    func mismatch() -> RealmPredicateError {
      let names = properties.map { "'\($0.name)'" }.joined(separator: ", ")
      return source.fail("The primary key of '\(entity.model.name)' is a list of the values of \(names).", at: key.place)
    }
    var parts = _KeyParts()
    switch key {
    case .argument(let index, let place):
      guard let bytes = entity.compoundKeyBytes(of: try source.argument(index, at: place)) else { throw mismatch() }
      return PredicateValue(object: core.row(entity, compoundKey: bytes)?.key, entity, core)
    case .list(let operands, _):
      guard operands.count == properties.count else { throw mismatch() }
      for (operand, property) in zip(operands, properties) {
        let value: PredicateValue
        switch operand {
        case .literal(let literal, _): value = PredicateValue(literal)
        case .argument(let index, let place): value = try self.value(try source.argument(index, at: place), place)
        default: throw source.fail("A primary key must consist of values and arguments.", at: operand.place)
        }
        let path = try path(property.name, entity, at: operand.place)
        // A constant in another form, such as 2.5 for an integer, equals no key.
        guard parts.append(try constant(value, for: path, at: operand.place), property.type) else {
          return PredicateValue(object: nil, entity, core)
        }
      }
      return PredicateValue(object: core.row(entity, compoundKey: parts.encoder.bytes)?.key, entity, core)
    default: throw mismatch()
    }
  }

  func step(_ arranging: ParsedPredicate.Arranging) throws(RealmPredicateError) -> _ResultsCore.Step {
    switch arranging {
    case .sort(let terms):
      var descriptors: [SortDescriptor] = []
      for term in terms { descriptors.append(SortDescriptor(keyPath: try keyPath(term.path, "'SORT'"), ascending: term.ascending)) }
      return .sorted(descriptors)
    case .distinct(let paths):
      var keyPaths: [String] = []
      for path in paths { keyPaths.append(try keyPath(path, "'DISTINCT'")) }
      return .distinct(keyPaths)
    case .limit(let count): return .limited(RowLimit(offset: 0, count: count))
    }
  }

  // Returns a path in the form that sorting and distinct accept. Throws unless the path leads to a single value that is neither a link nor
  // data. The path may contain to-one links, and keys of maps or `AnyRealmValue`s; the keys must contain neither `.` nor `]`.
  private func keyPath(_ path: ParsedPredicate.Path, _ use: String) throws(RealmPredicateError) -> String {
    let path = try resolved(path)
    let isLeadingToOne = !path.isMany && path.end == .value && path.type != .object && path.type != .data && !path.parts.isEmpty
    guard isLeadingToOne else {
      throw source.fail("\(use) requires properties with single, ordered values, which links to one object may precede.", at: path.place)
    }
    var text = ""
    for part in path.parts {
      switch part {
      case .name(let name), .many(let name): text += text.isEmpty ? name : "." + name
      case .key(let key) where !key.contains(".") && !key.contains("]"): text += "[\(key)]"
      default: throw source.fail("\(use) requires names of properties, and keys of maps without '.' and ']'.", at: path.place)
      }
    }
    return text
  }
}
