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
  /// The number of elements of the collection at the end; the sum of all counts if the path leads through other collections.
  case count([PathPart])
  /// An aggregate of the values at the end, ignoring nil and NaN.
  case aggregate(Aggregate, [PathPart])
  /// The number of objects of a collection that match a condition.
  case subquery([PathPart], Condition)
  /// The number of bytes of text or data.
  case length([PathPart])
  /// An arithmetic operation; nil if an operand is not a number, and for a division by 0.
  case arithmetic(ArithmeticOperator, ValueExpression, ValueExpression)
}
