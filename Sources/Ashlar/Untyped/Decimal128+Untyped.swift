extension Decimal128 {
  /// Converts a value whose type is known only at run time.
  ///
  /// ```swift
  /// let number = Decimal128(value: 1.5)
  /// ```
  ///
  /// Integers are converted exactly, a Double is rounded to 15 digits, a Float to 7. The initializer also accepts `Decimal`, `NSNumber`, a
  /// number in a String, a Bool as 0 or 1, and nil and NSNull as the NaN that represents null. Other types, a String that is not a number,
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

  /// Converts an `NSNumber` or `NSDecimalNumber`, or a value of any of Swift's number types, as `init(value:)` does. A Float in an
  /// `NSNumber` is rounded like a Double. Nil, a String, or a value that `init(value:)` does not accept stops the program.
  ///
  /// ```swift
  /// let number = Decimal128(number: 3)
  /// ```
  public init(number: Any) {
    switch Untyped(number) {
    case .null, .string: misuse(.value("Cannot convert value '\(number)' of type '\(type(of: number))' to decimal128: pass a number."))
    default: self.init(value: number)
    }
  }
}
