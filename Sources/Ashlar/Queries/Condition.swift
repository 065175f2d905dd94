import AshlarStore

/// A condition on an object, as built by `where`. Paths have Swift names; they are bound to columns when it is applied.
///
/// A tree: `and`, `or` and `not` join smaller conditions. Programs build trees of any depth in loops, so nothing that goes through one
/// may recurse into it.
enum Condition {
  typealias Path = [PathPart]

  enum Comparison: Int32 {
    case equal = 0
    case notEqual = 1
    case less = 2
    case lessOrEqual = 3
    case greater = 4
    case greaterOrEqual = 5

    /// What passes it, as `ashlar_test` has it.
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

    /// Whether a count compares with a number just where it is not 0, or just where it is; nil where neither is so.
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
  /// Whether a value equals one of several; text also in another case where `ignoresCase`.
  indirect case oneOf(Path, [QueryConstant], ignoresCase: Bool)
  indirect case comparePaths(Path, Comparison, Path)
  indirect case text(Path, TextMatch, String, ignoresCase: Bool)
  /// Whether text has this pattern: `*` is any text, also none, and `?` is one character (Unicode scalar).
  indirect case like(Path, String, ignoresCase: Bool)
  /// Whether the conditions, all on this path, hold for the same one of the values at its end, or for each of them.
  indirect case values(Path, [Condition], isAll: Bool)
  /// Whether a collection has just these values, in their order, or where not `isEqual` has others.
  indirect case sequence(Path, [QueryConstant], isEqual: Bool)
  /// Whether a value of any type has one of these tags.
  indirect case kind(Path, [AnyTag])
  indirect case count(Path, Comparison, Int)
  /// A Bool property by itself: as `compare`.
  indirect case truth(Path, Bool)
  /// Whether an element of a collection equals a value: as `compare`.
  indirect case member(QueryConstant, of: Path)
  /// Text or bytes against others, a constant or another property.
  indirect case match(Path, TextTest)
  /// Whether an embedded object at the end is a point in a region.
  indirect case within(Path, _GeoRegion)
  /// Values that are computed for each object.
  indirect case expressions(ValueExpression, Comparison, ValueExpression)
  case joined(Junction)

  static func and(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.and, a, b)) }
  static func or(_ a: Condition, _ b: Condition) -> Condition { .joined(Junction(.or, a, b)) }
  static func not(_ a: Condition) -> Condition { .joined(Junction(.not, a, .constant(true))) }
}

extension Condition.Comparison {
  /// As predicates in text have it.
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
