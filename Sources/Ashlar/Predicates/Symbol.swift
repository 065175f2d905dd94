/// A punctuation mark or a non-alphabetic operator: one or two characters, compared as a number.
struct Symbol: Hashable, ExpressibleByStringLiteral {
  private let code: UInt16

  init(_ first: UInt8, _ second: UInt8 = 0) { code = UInt16(first) << 8 | UInt16(second) }

  init(stringLiteral symbol: StaticString) {
    let bytes = symbol.utf8Start
    self.init(bytes[0], symbol.utf8CodeUnitCount > 1 ? bytes[1] : 0)
  }

  /// Whether the symbol is an arithmetic operator.
  var isArithmetic: Bool { ArithmeticOperator(self) != nil }
}
