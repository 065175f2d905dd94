import AshlarStore

/// A condition on an object, as `where` builds it. Paths contain Swift names, which are bound to columns when the condition is applied.
///
/// It is a tree: `and`, `or` and `not` join smaller conditions. Callers may build trees of any depth in loops, so code that traverses a
/// tree must not recurse.
enum Condition {
  typealias Path = [PathPart]

  case constant(Bool)
  /// Whether the value at the end of a path, or one of several values, passes a test.
  indirect case test(Path, Test)
  /// Whether the values at the end of a path pass tests, as the quantifier requires.
  indirect case values(Path, [Test], Quantifier)
  /// Whether the relation holds between any value of the first expression and any value of the second; both are computed for each object.
  indirect case computed(ValueExpression, Relation, StringOptions, ValueExpression)
  indirect case custom(any RowCondition)
  case joined(Junction)

  /// A test of one value against constants.
  struct Test {
    enum Kind {
      /// The options are empty for constants that are neither text nor data.
      case relates(Relation, QueryConstant, StringOptions)
      /// Whether the value equals one of several values. If `ignoresCase` is true, the case of text is ignored.
      case isIn([QueryConstant], ignoresCase: Bool)
      /// Whether an `AnyRealmValue` has one of these tags.
      case hasType([AnyTag])
    }

    /// The form in which the test is printed.
    enum Spelling {
      case comparison
      /// A Bool property as a condition.
      case bare
      /// A constant as an element of a collection.
      case member
    }

    let kind: Kind
    var spelling = Spelling.comparison
  }

  enum Quantifier {
    /// At least one value passes all tests.
    case any
    /// Each value passes all tests.
    case all
    /// Each value of a collection passes the test at its position, and there are as many values as tests.
    case inOrder
    /// The negation of `inOrder`.
    case notInOrder
  }
}
