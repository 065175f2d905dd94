import AshlarStore

// Shorthands for conditions. Each creates one of the few cases of `Condition`; binding chooses the fastest way to evaluate it.
extension Condition {
  static func and(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.and, a, b)) }
  static func or(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.or, a, b)) }
  static func not(_ a: Condition) -> Condition { .joined(Junction(.not, a, .constant(true))) }

  static func compare(_ path: Path, _ comparison: Comparison, _ constant: QueryConstant) -> Condition {
    .test(path, Test(comparison, constant))
  }

  /// Returns the condition that a Bool property equals `value`.
  static func truth(_ path: Path, _ value: Bool) -> Condition {
    .test(path, Test(kind: .relates(.order(.equal), .bool(value), []), spelling: .bare))
  }

  /// Returns the condition that an element of a collection equals a value.
  static func member(_ constant: QueryConstant, of path: Path) -> Condition {
    .test(path, Test(kind: .relates(.order(.equal), constant, []), spelling: .member))
  }

  static func isIn(_ path: Path, _ constants: [QueryConstant], ignoresCase: Bool = false) -> Condition {
    .test(path, Test(kind: .isIn(constants, ignoresCase: ignoresCase)))
  }

  static func relates(_ path: Path, _ relation: Relation, _ constant: QueryConstant, _ options: StringOptions) -> Condition {
    .test(path, Test(kind: .relates(relation, constant, options)))
  }

  /// Returns the condition that an `AnyRealmValue` has one of these tags.
  static func hasType(_ path: Path, _ tags: [AnyTag]) -> Condition { .test(path, Test(kind: .hasType(tags))) }

  /// Returns a comparison of a collection's number of elements with `number`.
  static func count(_ path: Path, _ comparison: Comparison, _ number: Int) -> Condition {
    .computed(.count(path), comparison, .constant(.int(Int64(number))))
  }

  static func computed(_ first: ValueExpression, _ comparison: Comparison, _ second: ValueExpression) -> Condition {
    .computed(first, .order(comparison), [], second)
  }
}

extension Condition.Test {
  init(_ comparison: Comparison, _ constant: QueryConstant) { self.init(kind: .relates(.order(comparison), constant, [])) }

  /// The comparison and its constant; nil for other tests, and for a comparison with options.
  var compared: (comparison: Comparison, constant: QueryConstant)? {
    if case .relates(.order(let comparison), let constant, let options) = kind, options.isEmpty { (comparison, constant) } else { nil }
  }

  var constants: [QueryConstant] {
    switch kind {
    case .relates(_, let constant, _): [constant]
    case .isIn(let constants, _): constants
    case .hasType: []
    }
  }
}
