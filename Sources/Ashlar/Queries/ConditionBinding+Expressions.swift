import AshlarSchema
import AshlarStore

// Conditions on values that are computed for each object.
extension ConditionBinding {
  /// Returns a test of whether the object itself is one of `constants`. Nil and unmanaged objects differ from all objects.
  func objects(_ constants: [QueryConstant], _ comparison: Condition.Comparison) -> RowTest { objects(entity, constants, comparison) }

  /// Returns tests of whether one of the objects that link to an object is one of `constants`.
  func objects(
    _ links: (path: PropertyPath, source: _Entity), _ constants: [QueryConstant], _ comparison: Condition.Comparison
  ) -> [RowTest] {
    through(links.path, nullMatches: false) { _ in [objects(links.source, constants, comparison)] }
  }

  /// Returns tests of whether a condition holds for one of the objects that link to an object or, if `isAll`, for each of them.
  func objects(_ links: (path: PropertyPath, source: _Entity), _ leaf: Condition, isAll: Bool) -> [RowTest] {
    through(links.path, nullMatches: false, isEach: isAll) { _ in
      switch leaf {
      case .compare(_, let comparison, let constant): [objects(links.source, [constant], comparison)]
      case .oneOf(_, let constants, _): [objects(links.source, constants, .equal)]
      default: misuse(.query("'\(links.path.property.name)' has objects, which are equal or not."))
      }
    }
  }

  private func objects(_ entity: _Entity, _ constants: [QueryConstant], _ comparison: Condition.Comparison) -> RowTest {
    guard comparison == .equal || comparison == .notEqual else { misuse(.query("Objects are equal or not, but in no order.")) }
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

  func match(_ names: [PathPart], _ question: TextTest) -> [RowTest] {
    let path = path(names)
    requireText(path, names)
    guard case .path(let others) = question.operand else { return rowTest(path, valueTest(question, path)) }
    let other = self.path(others)
    requireText(other, others)
    if path.isCollection, other.isCollection { misuse(.query("Comparing two collection columns is not permitted.")) }
    return [.computed(TextPairCondition(RowWalk(path, core), question.kind, RowWalk(other, core), question.options))]
  }

  func valueTest(_ question: TextTest, _ path: PropertyPath) -> ValueTest {
    let wanted: [UInt8]?
    switch question.operand {
    case .constant(.string(let text)): wanted = Array(text.utf8)
    case .constant(.data(let bytes)): wanted = bytes
    case .constant(.null): wanted = nil
    case .constant, .path: misuse(.query("'\(path.property.name)' cannot be asked this of each value."))
    }
    return ValueTest(BoundTextTest(question.kind, wanted, question.options))
  }

  // MARK: - Computed values

  func expressions(_ a: ValueExpression, _ comparison: Condition.Comparison, _ b: ValueExpression) -> RowTest {
    var (first, second) = (BoundExpression(a, self), BoundExpression(b, self))
    if case .constant(let constant) = b { second = .constant(first.converted(constant, core)) }
    if case .constant(let constant) = a { first = .constant(second.converted(constant, core)) }
    return .computed(ExpressionCondition(first, comparison, second))
  }
}
