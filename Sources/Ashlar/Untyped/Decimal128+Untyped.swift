extension Decimal128 {
  /// The number in a value of any type: integers exactly, Double rounded to 15 digits, Float to 7, `Decimal`, `NSNumber`, the
  /// number in a String, Bool as 0 or 1, and nil and NSNull as the NaN that stands for null. Other types, text that holds no number,
  /// and integers of more than 34 significant digits stop the program.
  public init(value: Any) {
    switch Untyped(value) {
    case .null: self = .null
    case .string(let text): self.init(stringLiteral: text)
    case let value:
      guard let decimal = value.decimal else {
        misuse(.value("Cannot convert value '\(value.text)' of type '\(value.typeName)' to decimal128."))
      }
      self = decimal
    }
  }

  /// The number in an `NSNumber` or `NSDecimalNumber`, and in any of Swift's number types, as `init(value:)`. A Float in an
  /// `NSNumber` is rounded as a Double. Anything else stops the program.
  public init(number: Any) {
    switch Untyped(number) {
    case .null, .string: misuse(.value("Cannot convert value '\(number)' of type '\(type(of: number))' to decimal128: pass a number."))
    default: self.init(value: number)
    }
  }
}
