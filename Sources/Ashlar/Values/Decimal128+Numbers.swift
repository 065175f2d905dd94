#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Decimal128: ExpressibleByIntegerLiteral {
  /// Converts an integer exactly.
  ///
  /// ```swift
  /// let price: Decimal128 = 20
  /// ```
  public init(integerLiteral value: Int64) {
    self.init(rounding: UInt256(UInt128(value.magnitude)), exponent: 0, isNegative: value < 0)
  }

  /// Converts an integer exactly; nil if it has more than 34 significant digits, or if its magnitude exceeds 128 bits.
  ///
  /// ```swift
  /// let number = Decimal128(exactly: UInt64.max)  // 18446744073709551615
  /// ```
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let magnitude = UInt128(exactly: source.magnitude) else { return nil }
    var coefficient = magnitude
    var exponent = 0
    while coefficient > Decimal128Parts.largestCoefficient {
      guard coefficient % 10 == 0 else { return nil }
      coefficient /= 10
      exponent += 1
    }
    self.init(Decimal128Parts(isNegative: source < 0, coefficient: coefficient, exponent: exponent))
  }
}

extension Decimal128: ExpressibleByFloatLiteral {
  /// Converts a number rounded to 15 significant digits, so that the literal 0.1 is exactly 0.1.
  ///
  /// ```swift
  /// let price: Decimal128 = 19.9
  /// ```
  public init(floatLiteral value: Double) {
    self.init(value, digits: 15)
  }

  /// Converts to the nearest number with `digits` significant digits, without zeros at the end of a fraction.
  init(_ value: Double, digits: Int) {
    guard value.isFinite else {
      self = value.isNaN ? .nan : value < 0 ? .min : .max
      return
    }
    var coefficient: UInt128 = 0
    let (found, leading) = Decimal128.digits(of: value, digits)
    for digit in found { coefficient = coefficient * 10 + UInt128(digit) }
    var exponent = coefficient == 0 ? 0 : leading - digits + 1
    while exponent < 0, coefficient % 10 == 0 {
      coefficient /= 10
      exponent += 1
    }
    self.init(rounding: UInt256(coefficient), exponent: exponent, isNegative: value.sign == .minus)
  }

  /// Returns the first digits of a finite number, the last one rounded half to even, and the exponent of the first digit.
  static func digits(of value: Double, _ count: Int) -> (digits: [UInt8], exponent: Int) {
    var buffer = [CChar](repeating: 0, count: count + 16)
    let length = withVaList([Int32(count - 1), value.magnitude]) { vsnprintf(&buffer, buffer.count, "%.*e", $0) }
    // The output consists of digits, with the decimal separator of the locale after the first digit, and of the exponent.
    var digits: [UInt8] = []
    digits.reserveCapacity(count)
    var exponent = 0
    var isExponent = false
    var isBelow = false
    for character in buffer.prefix(Int(length)) {
      let byte = UInt8(bitPattern: character)
      if byte == UInt8(ascii: "e") {
        isExponent = true
      } else if byte == UInt8(ascii: "-") {
        isBelow = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        let digit = byte - UInt8(ascii: "0")
        if isExponent { exponent = exponent * 10 + Int(digit) } else { digits.append(digit) }
      }
    }
    return (digits, isBelow ? -exponent : exponent)
  }

  /// The nearest Double: `Decimal128("0.1").doubleValue` is 0.1.
  public var doubleValue: Double {
    guard let parts else { return isNaN ? .nan : isNegative ? -.infinity : .infinity }
    let magnitude = Double("\(parts.coefficient)E\(parts.exponent)") ?? .nan
    return parts.isNegative ? -magnitude : magnitude
  }
}
