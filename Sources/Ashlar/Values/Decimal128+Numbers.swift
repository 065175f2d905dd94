#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Decimal128: ExpressibleByIntegerLiteral {
  /// The integer, exactly.
  public init(integerLiteral value: Int64) {
    self.init(rounding: UInt256(UInt128(value.magnitude)), exponent: 0, isNegative: value < 0)
  }

  /// The integer, or nil if it has more than 34 significant digits.
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
  /// The number rounded to 15 significant digits, so that 0.1 is 0.1.
  public init(floatLiteral value: Double) {
    self.init(value, digits: 15)
  }

  /// The nearest number with `digits` significant digits, without zeros at the end of a fraction.
  init(_ value: Double, digits: Int) {
    guard value.isFinite else {
      self = value.isNaN ? .nan : value < 0 ? .min : .max
      return
    }
    var buffer = [CChar](repeating: 0, count: 64)
    let length = withVaList([Int32(digits - 1), value.magnitude]) { vsnprintf(&buffer, buffer.count, "%.*e", $0) }
    // Digits around a point, which is another character in some locales, then the exponent.
    var coefficient: UInt128 = 0
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
        if isExponent { exponent = exponent * 10 + Int(digit) } else { coefficient = coefficient * 10 + UInt128(digit) }
      }
    }
    exponent = (isBelow ? -exponent : exponent) - digits + 1
    if coefficient == 0 { exponent = 0 }
    while exponent < 0, coefficient % 10 == 0 {
      coefficient /= 10
      exponent += 1
    }
    self.init(rounding: UInt256(coefficient), exponent: exponent, isNegative: value.sign == .minus)
  }

  /// The nearest Double.
  public var doubleValue: Double {
    guard let parts else { return isNaN ? .nan : isNegative ? -.infinity : .infinity }
    let magnitude = Double("\(parts.coefficient)E\(parts.exponent)") ?? .nan
    return parts.isNegative ? -magnitude : magnitude
  }
}
