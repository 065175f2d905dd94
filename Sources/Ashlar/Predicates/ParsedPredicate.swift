/// The syntax tree of a predicate, before its names and arguments are resolved.
final class ParsedPredicate: Sendable {
  indirect enum Node: Sendable {
    case constant(Bool)
    case all([Node])
    case any([Node])
    case not(Node)
    case comparison(Comparison)
    /// A Bool property as a condition.
    case truth(Path)
  }

  struct Comparison: Sendable {
    var left: Operand
    var operation: Operator
    /// The offset of the operator, in bytes of the text.
    var place: Int
    var options: StringOptions
    var right: Operand
  }

  indirect enum Operand: Sendable {
    case path(Path)
    /// The number of elements of a collection that match a condition.
    case subquery(Path, variable: String, Node, place: Int)
    /// An operation on two numbers; `place` is the offset of the operator.
    case arithmetic(Operand, ArithmeticOperator, Operand, place: Int)
    case literal(PredicateLiteral, place: Int)
    case argument(Int, place: Int)
    case list([Operand], place: Int)
    /// Any, each or none of several values.
    case someOf(Quantifier, [Operand], place: Int)
    /// An object, identified by type and primary key.
    case object(type: String, key: Operand, place: Int)
    /// A region on the earth.
    case shape(Shape, place: Int)

    var place: Int {
      switch self {
      case .path(let path): path.place
      case .literal(_, let place), .argument(_, let place), .list(_, let place), .subquery(_, _, _, let place), .someOf(_, _, let place),
        .object(_, _, let place), .shape(_, let place):
        place
      case .arithmetic(let left, _, _, _): left.place
      }
    }
  }

  /// A region as written: points begin with the longitude, and numbers are literals or arguments.
  enum Shape: Sendable {
    case box([Operand], [Operand])
    /// The center, and the radius in radians.
    case circle([Operand], radius: Operand)
    /// The outer ring, followed by the holes.
    case polygon([[[Operand]]])

    var name: String {
      switch self {
      case .box: "geoBox"
      case .circle: "geoCircle"
      case .polygon: "geoPolygon"
      }
    }
  }

  enum Quantifier: String, Sendable {
    case any = "ANY"
    case all = "ALL"
    case no = "NONE"
  }

  struct Path: Sendable {
    var quantifier: Quantifier?
    /// The variable of a subquery that the path begins with; nil if there is none.
    var variable: String?
    var steps: [Step] = []
    var place: Int
  }

  struct Step: Sendable {
    enum Kind: Sendable {
      case name(String)
      /// A name that is passed as an argument.
      case nameArgument(Int)
      case index(Int)
      /// The position of the last element.
      case last
      case key(String)
      /// A key or position that is passed as an argument.
      case subscriptArgument(Int)
      /// Like `subscriptArgument`, but written `%K`; the argument `#any` selects any element.
      case nameSubscript(Int)
      /// Any element.
      case anyElement
      case operation(String)
    }

    var kind: Kind
    var place: Int
  }

  /// A SORT, DISTINCT or LIMIT clause.
  enum Arranging: Sendable {
    case sort([(path: Path, ascending: Bool)])
    case distinct([Path])
    case limit(Int)
  }

  let text: String
  let root: Node
  /// The clauses, in the order in which they are applied.
  let arranging: [Arranging]
  /// The offset of the first clause, in bytes of the text; nil if there are no clauses.
  let arrangingPlace: Int?
  /// The number of arguments that the placeholders need.
  let argumentCount: Int

  init(_ text: String, _ root: Node, _ arranging: [Arranging] = [], at arrangingPlace: Int? = nil, argumentCount: Int = 0) {
    self.text = text
    self.root = root
    self.arranging = arranging
    self.arrangingPlace = arrangingPlace
    self.argumentCount = argumentCount
  }
}
