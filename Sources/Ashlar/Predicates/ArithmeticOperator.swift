/// A binary operator on numbers.
enum ArithmeticOperator: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"

  /// Returns nil if the symbol is not an arithmetic operator.
  init?(_ symbol: Symbol) {
    switch symbol {
    case "+": self = .plus
    case "-": self = .minus
    case "*": self = .times
    case "/": self = .dividedBy
    default: return nil
    }
  }
}
