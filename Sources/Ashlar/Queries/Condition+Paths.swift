extension Condition {
  /// Returns the condition with transformed paths and constants. Paths inside a subquery begin at an element and stay unchanged.
  func rewriting(paths: (Path) -> Path, constants: (QueryConstant) -> QueryConstant) -> Condition {
    mapLeaves { leaf in
      switch leaf {
      case .constant, .joined: return leaf
      case .test(let path, let test): return .test(paths(path), test.rewriting(constants))
      case .values(let path, let tests, let quantifier):
        return .values(paths(path), tests.map { $0.rewriting(constants) }, quantifier)
      case .computed(let first, let relation, let options, let second):
        let (first, second) = (first.rewriting(paths: paths, constants: constants), second.rewriting(paths: paths, constants: constants))
        return .computed(first, relation, options, second)
      case .custom(var condition):
        condition.path = paths(condition.path)
        return .custom(condition)
      }
    }
  }

  /// The paths of the values that determine the condition. For a subquery, this is only the path of its collection.
  var paths: [Path] {
    var found: [Path] = []
    forEachLeaf { leaf in
      if case .custom(let condition) = leaf {
        found += condition.paths
        return
      }
      _ = leaf.rewriting(
        paths: { path in
          found.append(path)
          return path
        }, constants: { $0 })
    }
    return found
  }

  /// The subqueries of the condition: their collections, and the conditions on the elements, which may contain further subqueries.
  var subqueries: [(collection: Path, condition: Condition)] {
    var found: [(collection: Path, condition: Condition)] = []
    forEachLeaf { leaf in
      guard case .computed(let first, _, _, let second) = leaf else { return }
      found += first.subqueries + second.subqueries
    }
    return found
  }
}

extension Condition.Test {
  fileprivate func rewriting(_ constants: (QueryConstant) -> QueryConstant) -> Condition.Test {
    switch kind {
    case .relates(let relation, let constant, let options):
      Condition.Test(kind: .relates(relation, constants(constant), options), spelling: spelling)
    case .isIn(let several, let ignoresCase):
      Condition.Test(kind: .isIn(several.map(constants), ignoresCase: ignoresCase), spelling: spelling)
    case .hasType: self
    }
  }
}

extension ValueExpression {
  fileprivate func rewriting(paths: ([PathPart]) -> [PathPart], constants: (QueryConstant) -> QueryConstant) -> ValueExpression {
    switch self {
    case .constant(let value): .constant(constants(value))
    case .path(let path): .path(paths(path))
    case .count(let path): .count(paths(path))
    case .aggregate(let aggregate, let path): .aggregate(aggregate, paths(path))
    case .subquery(let path, let inner): .subquery(paths(path), inner.rewriting(paths: { $0 }, constants: constants))
    case .length(let path): .length(paths(path))
    case .arithmetic(let operation, let a, let b):
      .arithmetic(operation, a.rewriting(paths: paths, constants: constants), b.rewriting(paths: paths, constants: constants))
    }
  }

  fileprivate var subqueries: [(collection: [PathPart], condition: Condition)] {
    switch self {
    case .constant, .path, .count, .aggregate, .length: []
    case .subquery(let path, let condition): [(path, condition)]
    case .arithmetic(_, let a, let b): a.subqueries + b.subqueries
    }
  }
}
