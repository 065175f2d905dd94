import AshlarStore

/// A condition on an object, as `where` builds it. Paths contain Swift names, which are bound to columns when the condition is applied.
///
/// It is a tree: `and`, `or` and `not` join smaller conditions. Callers build trees of any depth in loops, so code that traverses one must
/// not recurse.
enum Condition {
  typealias Path = [PathPart]

  enum Comparison: Int32 {
    case equal = 0
    case notEqual = 1
    case less = 2
    case lessOrEqual = 3
    case greater = 4
    case greaterOrEqual = 5

    /// The orders that satisfy the comparison, as the bits of `ashlar_test`.
    var passing: UInt16 {
      switch self {
      case .equal: 2
      case .notEqual: 1 + 4 + 8
      case .less: 1
      case .lessOrEqual: 1 + 2
      case .greater: 4
      case .greaterOrEqual: 2 + 4
      }
    }

    /// Returns true if a count compares with `number` exactly if it is not 0, false if exactly if it is 0, and nil otherwise.
    func asksForAny(_ number: Int) -> Bool? {
      switch (self, number) {
      case (.notEqual, 0), (.greater, 0), (.greaterOrEqual, 1): true
      case (.equal, 0), (.lessOrEqual, 0), (.less, 1): false
      default: nil
      }
    }

    var swapped: Comparison {
      switch self {
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      default: self
      }
    }
  }

  enum TextMatch: Int32 {
    case equal = 0
    case begins = 1
    case ends = 2
    case contains = 3
  }

  case constant(Bool)
  indirect case compare(Path, Comparison, QueryConstant)
  /// Whether a value equals one of several; if `ignoresCase`, regardless of the case of text.
  indirect case oneOf(Path, [QueryConstant], ignoresCase: Bool)
  indirect case comparePaths(Path, Comparison, Path)
  indirect case text(Path, TextMatch, String, ignoresCase: Bool)
  /// Whether text matches a pattern: `*` matches any text, including none, and `?` matches one Unicode scalar.
  indirect case like(Path, String, ignoresCase: Bool)
  /// Whether the conditions, all of which are on this path, hold for one and the same of the values at its end, or for each of them.
  indirect case values(Path, [Condition], isAll: Bool)
  /// Whether a collection has exactly these values in this order; if not `isEqual`, whether it differs.
  indirect case sequence(Path, [QueryConstant], isEqual: Bool)
  /// Whether an `AnyRealmValue` has one of these tags.
  indirect case kind(Path, [AnyTag])
  indirect case count(Path, Comparison, Int)
  /// A Bool property as a condition; equivalent to `compare`.
  indirect case truth(Path, Bool)
  /// Whether an element of a collection equals a value; equivalent to `compare`.
  indirect case member(QueryConstant, of: Path)
  /// A test of text or bytes against a constant or another property.
  indirect case match(Path, TextTest)
  /// Whether an embedded object at the end of the path is a point in a region.
  indirect case within(Path, _GeoRegion)
  /// A comparison of values that are computed for each object.
  indirect case expressions(ValueExpression, Comparison, ValueExpression)
  case joined(Junction)

  static func and(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.and, a, b)) }
  static func or(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.or, a, b)) }
  static func not(_ a: Condition) -> Condition { .joined(Junction(.not, a, .constant(true))) }
}

extension Condition.Comparison {
  /// The operator in predicate text.
  var text: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}
