/// What joins two numbers to one.
enum ArithmeticOperator: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"

  /// Nil for what joins no numbers.
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
