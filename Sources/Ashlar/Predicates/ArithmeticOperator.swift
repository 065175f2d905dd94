/// What joins two numbers to one.
enum ArithmeticOperator: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"
}
