import AshlarSchema
import AshlarStore

extension QueryConstant {
  /// Returns the constant in the form that a column of this type stores. A Double is interpreted by its decimal digits: 1.1 is the Float
  /// 1.1 for a Float column, and the decimal number 1.1 for a Decimal128 column. For a Float column, a Double is unchanged if no Float has
  /// the same digits.
  func converted(to type: ValueType) -> QueryConstant {
    switch (self, type) {
    case (.double(let value), .float): .double(Double("\(Float(value))") == value ? Double(Float(value)) : value)
    case (.double(let value), .decimal128) where !value.isNaN:
      .decimal((try? Decimal128(string: "\(value)")) ?? Decimal128(floatLiteral: value))
    case (.bool(let value), .int), (.bool(let value), .int8), (.bool(let value), .int16), (.bool(let value), .int32),
      (.bool(let value), .int64):
      .int(value ? 1 : 0)
    default: self
    }
  }
}
