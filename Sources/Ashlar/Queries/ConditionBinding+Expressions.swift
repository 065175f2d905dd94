import AshlarSchema
import AshlarStore

// Conditions on what is computed for each object, evaluated row by row.
extension ConditionBinding {
  /// Whether the object itself is one of some; of two comparisons, nil and objects in no Realm are different from all.
  func objects(_ constants: [QueryConstant], _ comparison: Condition.Comparison) -> RowTest {
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
    return .rows { keys.contains($0.key) == (comparison == .equal) }
  }

  // MARK: - Text

  private func requireText(_ path: PropertyPath, _ names: [PathPart]) {
    switch path.valueType {
    case .string, .data, .any: return
    default: misuse(.query("'\(names.text)' is neither text nor data."))
    }
  }

  func match(_ names: [PathPart], _ question: TextQuestion) -> [RowTest] {
    let path = path(names)
    requireText(path, names)
    guard case .path(let others) = question.operand else { return rowTest(path, valueTest(question, path)) }
    let other = self.path(others)
    requireText(other, others)
    if path.isCollection, other.isCollection { misuse(.query("Comparing two collection columns is not permitted.")) }
    let test = RowTest.rows { [core] row in
      other.anyRow(row, core) { last in
        other.anyValue(last, core) { value in
          let wanted: [UInt8]?
          if case .null = value {
            wanted = nil
          } else if let bytes = BoundQuestion.bytes(value) {
            wanted = Array(bytes)
          } else {
            // Neither text nor nil: different from everything.
            return question.kind == .notEqual
          }
          let bound = BoundQuestion(question.kind, wanted, question.options)
          return path.anyRow(row, core) { first in path.anyValue(first, core) { bound.holds($0) } }
        }
      }
    }
    return [test]
  }

  func valueTest(_ question: TextQuestion, _ path: PropertyPath) -> ValueTest {
    let wanted: [UInt8]?
    switch question.operand {
    case .constant(.string(let text)): wanted = Array(text.utf8)
    case .constant(.data(let bytes)): wanted = bytes
    case .constant(.null): wanted = nil
    case .constant, .path: misuse(.query("'\(path.property.name)' cannot be asked this of each value."))
    }
    return ValueTest(BoundQuestion(question.kind, wanted, question.options))
  }

  // MARK: - Computed values

  func expressions(_ a: ValueExpression, _ comparison: Condition.Comparison, _ b: ValueExpression) -> RowTest {
    var (first, second) = (BoundExpression(a, self), BoundExpression(b, self))
    // As for properties: what is compared with Float values is rounded to Float.
    if first.isFloat, case .constant(let constant) = second { second = .constant(ValueTest.converted(constant, .float)) }
    if second.isFloat, case .constant(let constant) = first { first = .constant(ValueTest.converted(constant, .float)) }
    let (left, right) = (first, second)
    return .rows { row in left.any(row) { value in right.any(row) { ValueTest.compare(value, comparison, $0) } } }
  }
}

/// An expression bound to columns.
indirect enum BoundExpression {
  case constant(QueryConstant)
  case path(PropertyPath, _RealmCore)
  case count(PropertyPath, _RealmCore)
  case aggregate(ValueExpression.Aggregate, PropertyPath, _RealmCore)
  case subquery(PropertyPath, target: Int, Predicate, _RealmCore)
  case length(PropertyPath, _RealmCore)
  case arithmetic(ArithmeticOperator, BoundExpression, BoundExpression)

  init(_ expression: ValueExpression, _ binding: ConditionBinding) {
    let core = binding.core
    switch expression {
    case .constant(let value):
      binding.check(value)
      self = .constant(value)
    case .path(let names): self = .path(binding.path(names), core)
    case .count(let names):
      let path = binding.path(names)
      guard path.property.collection != .none else { misuse(.query("'\(names.text)' is not a collection.")) }
      self = .count(path, core)
    case .aggregate(let aggregate, let names):
      let path = binding.path(names)
      guard path.isCollection || path.steps.contains(where: \.isMany) else {
        misuse(
          .query(
            "Invalid keypath '\(names.text).@\(aggregate.rawValue)': Property '\(path.entity.model.name).\(path.property.name)' is not a link "
              + "or collection and can only appear at the end of a keypath."))
      }
      guard path.valueType.hasAggregate(aggregate) else {
        misuse(
          .query("Invalid keypath '\(names.text)': @\(aggregate.rawValue) can only be applied to a collection of numeric values."))
      }
      self = .aggregate(aggregate, path, core)
    case .subquery(let names, let condition):
      let path = binding.path(names)
      guard path.property.collection != .none, let target = core.target(path.entity, path.column),
        let first = target.model.properties.first
      else { misuse(.query("A subquery is about the objects of a collection, and '\(names.text)' has none.")) }
      // One property further, so that the rows at the end are those of the elements.
      self = .subquery(binding.path(names + [.name(first.name)]), target: target.ordinal, Predicate(condition, target, core), core)
    case .length(let names): self = .length(binding.path(names), core)
    case .arithmetic(let operation, let a, let b):
      self = .arithmetic(operation, BoundExpression(a, binding), BoundExpression(b, binding))
    }
  }

  /// Whether it is a value of a Float property, which constants are rounded for.
  var isFloat: Bool {
    switch self {
    case .path(let path, _), .aggregate(.min, let path, _), .aggregate(.max, let path, _): path.valueType == .float
    default: false
    }
  }

  /// Calls `body` with each value until it returns true, and returns whether it did.
  func any(_ row: RowAccess, _ body: (CellValue) -> Bool) -> Bool {
    switch self {
    case .constant(let constant): return ValueTest.withValue(constant, body)
    case .path(let path, let core): return path.anyRow(row, core) { path.anyValue($0, core, body) }
    case .count(let path, let core):
      var count = 0
      _ = path.anyRow(row, core) { last in
        count += last.map { path.count($0, core) } ?? 0
        return false
      }
      return body(.int(Int64(count)))
    case .aggregate(let aggregate, let path, let core):
      var totals = ValueTotals()
      _ = path.anyRow(row, core) { last in
        path.anyValue(last, core) { value in
          totals.take(value)
          return false
        }
      }
      return totals.with(aggregate, body)
    case .subquery(let path, let target, let predicate, let core):
      var count = 0
      guard var finder = RowFinder(target, core) else { return body(.int(0)) }
      _ = path.anyRow(row, core) { last in
        if let key = last?.key, let slot = finder.slot(of: key) {
          var bits = ClusterBits.none
          bits[slot / 64] = 1 << UInt64(slot % 64)
          predicate.evaluate(finder.cluster, &bits)
          if !bits.isEmpty { count += 1 }
        }
        return false
      }
      return body(.int(Int64(count)))
    case .length(let path, let core):
      return path.anyRow(row, core) { last in
        path.anyValue(last, core) { body(BoundQuestion.bytes($0).map { .int(Int64($0.count)) } ?? .null) }
      }
    case .arithmetic(let operation, let a, let b):
      return a.any(row) { first in b.any(row) { body(operation.applied(first, $0)) } }
    }
  }
}

extension ValueType {
  /// Whether a collection of such values has the aggregate.
  func hasAggregate(_ aggregate: ValueExpression.Aggregate) -> Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64, .float, .double, .decimal128, .any: true
    case .date: aggregate == .min || aggregate == .max
    default: false
    }
  }
}
