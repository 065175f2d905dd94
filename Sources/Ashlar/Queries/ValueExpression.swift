/// A value that a condition computes for an object. A path through a collection yields several values.
indirect enum ValueExpression {
  enum Aggregate: String, Sendable {
    case min
    case max
    case sum
    case avg
  }

  case constant(QueryConstant)
  case path([PathPart])
  /// The number of elements of the collection at the end; the sum of all counts if there are collections on the path.
  case count([PathPart])
  /// An aggregate of the values at the end, without nil and NaN.
  case aggregate(Aggregate, [PathPart])
  /// The number of objects of a collection that match a condition.
  case subquery([PathPart], Condition)
  /// The number of bytes of text or data.
  case length([PathPart])
  /// An arithmetic operation; nil if an operand is nil.
  case arithmetic(ArithmeticOperator, ValueExpression, ValueExpression)

  /// Returns the expression with transformed paths and constants.
  func mapped(_ path: ([PathPart]) -> [PathPart], _ constant: (QueryConstant) -> QueryConstant) -> ValueExpression {
    switch self {
    case .constant(let value): .constant(constant(value))
    case .path(let parts): .path(path(parts))
    case .count(let parts): .count(path(parts))
    case .aggregate(let aggregate, let parts): .aggregate(aggregate, path(parts))
    // Paths inside a subquery begin at an element and stay unchanged.
    case .subquery(let parts, let inner): .subquery(path(parts), inner.mapped({ $0 }, constant))
    case .length(let parts): .length(path(parts))
    case .arithmetic(let operation, let a, let b): .arithmetic(operation, a.mapped(path, constant), b.mapped(path, constant))
    }
  }
}

extension Condition {
  /// Returns the condition with transformed paths and constants.
  func mapped(_ path: ([PathPart]) -> [PathPart], _ constant: (QueryConstant) -> QueryConstant) -> Condition {
    mapLeaves { leaf in
      switch leaf {
      case .constant, .joined: return leaf
      case .compare(let parts, let comparison, let value): return .compare(path(parts), comparison, constant(value))
      case .oneOf(let parts, let values, let ignoresCase): return .oneOf(path(parts), values.map(constant), ignoresCase: ignoresCase)
      case .comparePaths(let a, let comparison, let b): return .comparePaths(path(a), comparison, path(b))
      case .text(let parts, let match, let text, let ignoresCase): return .text(path(parts), match, text, ignoresCase: ignoresCase)
      case .like(let parts, let pattern, let ignoresCase): return .like(path(parts), pattern, ignoresCase: ignoresCase)
      case .values(let parts, let leaves, let isAll): return .values(path(parts), leaves.map { $0.mapped(path, constant) }, isAll: isAll)
      case .sequence(let parts, let values, let isEqual): return .sequence(path(parts), values.map(constant), isEqual: isEqual)
      case .within(let parts, let region): return .within(path(parts), region)
      case .kind(let parts, let tags): return .kind(path(parts), tags)
      case .count(let parts, let comparison, let number): return .count(path(parts), comparison, number)
      case .truth(let parts, let value): return .truth(path(parts), value)
      case .member(let value, of: let parts): return .member(constant(value), of: path(parts))
      case .match(let parts, var question):
        switch question.operand {
        case .constant(let value): question.operand = .constant(constant(value))
        case .path(let other): question.operand = .path(path(other))
        }
        return .match(path(parts), question)
      case .expressions(let a, let comparison, let b): return .expressions(a.mapped(path, constant), comparison, b.mapped(path, constant))
      }
    }
  }
}
