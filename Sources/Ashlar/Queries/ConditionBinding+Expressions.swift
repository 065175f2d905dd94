import AshlarSchema
import AshlarStore

// Conditions on values that are computed for each object.
extension ConditionBinding {
  /// Returns a test of whether the object itself is one of `constants` or, if `comparison` is `.notEqual`, is not. Nil and unmanaged
  /// objects differ from all objects.
  func objects(_ constants: [QueryConstant], _ comparison: Comparison) -> RowTest { objects(entity, constants, comparison) }

  /// Returns tests of whether any of the objects that link to an object is one of `constants` or, if `comparison` is `.notEqual`, whether
  /// any of them is not.
  func objects(
    _ links: (path: PropertyPath, source: _Entity), _ constants: [QueryConstant], _ comparison: Comparison
  ) -> [RowTest] {
    through(links.path, nullMatches: false) { _ in [objects(links.source, constants, comparison)] }
  }

  /// Returns tests of whether a test passes for one of the objects that link to an object or, if `isAll`, for each of them.
  func objects(_ links: (path: PropertyPath, source: _Entity), _ test: Condition.Test, isAll: Bool) -> [RowTest] {
    through(links.path, nullMatches: false, isEach: isAll) { _ in
      switch test.kind {
      case .relates(.order(let comparison), let constant, let options) where options.isEmpty:
        [objects(links.source, [constant], comparison)]
      case .isIn(let constants, _): [objects(links.source, constants, .equal)]
      case .relates, .hasType: misuse(.query("'\(links.path.property.name)' contains objects: compare them with '==' or '!='."))
      }
    }
  }

  private func objects(_ entity: _Entity, _ constants: [QueryConstant], _ comparison: Comparison) -> RowTest {
    guard comparison == .equal || comparison == .notEqual else { misuse(.query("Objects have no order: compare them with '==' or '!='.")) }
    var keys: Set<Int64> = []
    for constant in constants {
      check(constant)
      switch constant {
      case .null: continue
      case .object(let key, _, let ordinal, _) where ordinal == entity.ordinal: keys.insert(key)
      case .object(_, let type, _, _):
        misuse(.query("Objects of type '\(entity.model.name)' cannot be compared with one of type '\(type)'."))
      default: misuse(.query("Objects of type '\(entity.model.name)' can only be compared with objects."))
      }
    }
    return .computed(ObjectCondition(keys, isIn: comparison == .equal))
  }

  // MARK: - Text

  private func requireText(_ path: PropertyPath, _ names: [PathPart]) {
    switch path.valueType {
    case .string, .data, .any: return
    default: misuse(.query("'\(names.text)' is neither text nor data."))
    }
  }

  func text(_ names: [PathPart], _ relation: Relation, _ constant: QueryConstant, _ options: StringOptions) -> [RowTest] {
    let path = path(names)
    requireText(path, names)
    // By definition, no text begins with, ends with or contains the empty text.
    if case .string("") = constant, case .text(let match) = relation, match != .like { return [.constant(false)] }
    let test = textTest(relation, constant, options, path)
    return through(path, nullMatches: !path.endsInSeveral && test.matches(.null)) { path in
      if path.property.collection == .none, path.valueType == .string, case .string(let text) = constant,
        let scan = ColumnScan(path, relation, text, options)
      {
        return [.scan(scan)]
      }
      return [direct(path, test)]
    }
  }

  func textTest(_ relation: Relation, _ constant: QueryConstant, _ options: StringOptions, _ path: PropertyPath) -> any ValueTest {
    switch constant {
    case .string(let text): return TextTest(relation, Array(text.utf8), options)
    case .data(let bytes): return TextTest(relation, bytes, options)
    case .null: return TextTest(relation, nil, options)
    case .bool, .int, .double, .date, .decimal, .bytes, .object, .collection:
      misuse(.query("'\(path.property.name)' is compared as text, which requires a String, Data or nil."))
    }
  }

  // MARK: - Computed values

  func computed(
    _ first: ValueExpression, _ relation: Relation, _ options: StringOptions, _ second: ValueExpression
  ) -> [RowTest] {
    if case .path(let names) = first, case .path(let others) = second, let scan = pair(names, relation, options, others) {
      return [.pairs(scan)]
    }
    if case .order(let comparison) = relation, options.isEmpty, case .count(let names) = first, case .constant(.int(let number)) = second {
      return count(names, comparison, Int(number))
    }
    var (a, b) = (BoundExpression(first, self), BoundExpression(second, self))
    if case .constant(let constant) = second { b = .constant(a.converted(constant, core)) }
    if case .constant(let constant) = first { a = .constant(b.converted(constant, core)) }
    return [.computed(ExpressionCondition(a, relation, options, b))]
  }

  // Checks the paths, and returns a scan that compares their columns; nil if there is none.
  private func pair(_ names: [PathPart], _ relation: Relation, _ options: StringOptions, _ others: [PathPart]) -> PairScan? {
    let comparison: Comparison? = if case .order(let comparison) = relation, options.isEmpty { comparison } else { nil }
    // An empty path denotes the object itself, which has no column.
    if comparison != nil, names.isEmpty || others.isEmpty { return nil }
    let (first, second) = (path(names), path(others))
    if comparison == nil {
      requireText(first, names)
      requireText(second, others)
    }
    if first.isCollection, second.isCollection { misuse(.query("Comparing two collection columns is not permitted.")) }
    return comparison.flatMap { PairScan(first, $0, second) }
  }

  private func count(_ names: [PathPart], _ comparison: Comparison, _ number: Int) -> [RowTest] {
    let path = path(names)
    guard path.property.collection != .none else { misuse(.query("'\(names.text)' is not a collection.")) }
    func condition(_ path: PropertyPath) -> RowTest {
      let number = CapturedValue(.int(Int64(number)))
      return .computed(ExpressionCondition(.count(RowWalk(path, core)), .order(comparison), [], .constant(number)))
    }
    // The counts of several collections are added.
    if path.steps.contains(where: \.isMany) { return [condition(path)] }
    func holds(_ count: Int) -> Bool { comparison.holds(.int(Int64(count)), .int(Int64(number))) }
    return through(path, nullMatches: holds(0)) { path in
      if let scan = CountScan(path, comparison, number, core) { return [.counts(scan)] }
      if path.property.collection == .linkingObjects, let link = core.origin(path.entity, path.column),
        let isSome = comparison.requiresAny(number)
      {
        return [.computed(OriginCondition(link, isSome: isSome, core))]
      }
      return [condition(path)]
    }
  }
}

extension Comparison {
  /// Returns true if the comparison with `number` holds for all counts except 0, false if it holds for 0 only, and nil otherwise.
  fileprivate func requiresAny(_ number: Int) -> Bool? {
    switch self {
    case .notEqual, .greater: number == 0 ? true : nil
    case .greaterOrEqual: number == 1 ? true : nil
    case .equal, .lessOrEqual: number == 0 ? false : nil
    case .less: number == 1 ? false : nil
    }
  }
}
