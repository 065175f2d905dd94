/// What a text says, before it is known what its names mean and what its arguments are.
final class ParsedPredicate: Sendable {
  indirect enum Node: Sendable {
    case constant(Bool)
    case all([Node])
    case any([Node])
    case not(Node)
    case comparison(Comparison)
    /// A property that is true or false by itself.
    case truth(Path)
  }

  enum Operator: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case isIn = "IN"
    case between = "BETWEEN"
    case geoWithin = "GEOWITHIN"
  }

  struct Comparison: Sendable {
    var left: Operand
    var relation: Operator
    /// Of the operator, in bytes of the text.
    var place: Int
    var options: StringOptions
    var right: Operand
  }

  indirect enum Operand: Sendable {
    case path(Path)
    /// How many elements of a collection fulfil a condition.
    case subquery(Path, variable: String, Node, place: Int)
    /// The operator, and where it stands.
    case arithmetic(Operand, ArithmeticOperator, Operand, place: Int)
    case literal(PredicateLiteral, place: Int)
    case argument(Int, place: Int)
    case list([Operand], place: Int)
    /// Any, each or none of some values.
    case someOf(Quantifier, [Operand], place: Int)
    /// An object by its type and primary key.
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

  /// A region as it is written: points have the longitude first, and numbers are literals or arguments.
  enum Shape: Sendable {
    case box([Operand], [Operand])
    /// The centre, and the radius in radians.
    case circle([Operand], radius: Operand)
    /// The outer ring and those of holes.
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
    /// That of a subquery, which the path begins with.
    var variable: String?
    var steps: [Step] = []
    var place: Int
  }

  struct Step: Sendable {
    enum Kind: Sendable {
      case name(String)
      /// The name is an argument.
      case nameArgument(Int)
      case index(Int)
      /// The last position.
      case last
      case key(String)
      /// The key or position is an argument.
      case subscriptArgument(Int)
      /// As `subscriptArgument`, written `%K`: `#any` is any element.
      case nameSubscript(Int)
      /// Any element.
      case anyElement
      case operation(String)
    }

    var kind: Kind
    var place: Int
  }

  /// What is done to the objects that fulfil the condition.
  enum Arranging: Sendable {
    case sort([(path: Path, ascending: Bool)])
    case distinct([Path])
    case limit(Int)
  }

  let text: String
  let root: Node
  /// In this order.
  let arranging: [Arranging]
  /// Where the first of them stands, in bytes of the text; nil when there is none.
  let arrangingPlace: Int?

  init(_ text: String, _ root: Node, _ arranging: [Arranging] = [], at arrangingPlace: Int? = nil) {
    self.text = text
    self.root = root
    self.arranging = arranging
    self.arrangingPlace = arrangingPlace
  }
}
