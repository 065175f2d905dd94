import AshlarStore

/// Writes conditions in the form of predicate text. Printers differ in how they write paths and values.
protocol ConditionPrinter {
  mutating func write(_ text: String)
  mutating func write(_ path: Condition.Path, isQuantified: Bool)
  mutating func write(_ constant: QueryConstant)
  mutating func write(_ constants: [QueryConstant])
  mutating func write(_ expression: ValueExpression)
  /// Writes a relation between two properties.
  mutating func write(_ first: Condition.Path, _ relation: Relation, _ options: StringOptions, _ second: Condition.Path)
  /// Writes a test of the type of an `AnyRealmValue`.
  mutating func write(_ path: Condition.Path, _ tags: [AnyTag])
  mutating func write(_ path: Condition.Path, _ tests: [Condition.Test], _ quantifier: Condition.Quantifier)
  mutating func write(_ condition: any RowCondition)
}

extension ConditionPrinter {
  mutating func write(leaf: Condition) {
    switch leaf {
    case .constant(let value): write(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .test(let path, let test): write(path, test)
    case .values(let path, let tests, let quantifier): write(path, tests, quantifier)
    case .computed(.path(let first), let relation, let options, .path(let second)): write(first, relation, options, second)
    case .computed(let first, let relation, let options, let second):
      write(first)
      write(relation, options)
      write(second)
    case .custom(let condition): write(condition)
    case .joined: break
    }
  }

  private mutating func write(_ path: Condition.Path, _ test: Condition.Test) {
    switch test.kind {
    case .relates(let relation, let constant, let options):
      switch test.spelling {
      case .comparison:
        write(path, isQuantified: true)
        write(relation, options)
        write(constant)
      case .bare:
        write(path, isQuantified: true)
        write(relation, options)
        if case .bool(let value) = constant { write("\(value)") }
      case .member:
        write(constant)
        write(" \(Operator.isIn.row.word) ")
        write(path, isQuantified: false)
      }
    case .isIn(let constants, let ignoresCase):
      write(path, isQuantified: true)
      write(" \(Operator.isIn.row.word)\((ignoresCase ? StringOptions.caseInsensitive : []).text) ")
      write(constants)
    case .hasType(let tags): write(path, tags)
    }
  }

  /// Writes the operator that denotes a relation.
  mutating func write(_ relation: Relation, _ options: StringOptions) { write(" \(relation.denotation.word)\(options.text) ") }
}
