extension Decimal128: Numeric {
  /// Zero.
  ///
  /// ```swift
  /// let total = prices.reduce(.zero, +)
  /// ```
  public static var zero: Decimal128 { Decimal128() }

  /// Returns the sum, rounded half to even to 34 digits: `Decimal128("0.1") + Decimal128("0.2")` is `0.3`.
  public static func + (left: Decimal128, right: Decimal128) -> Decimal128 {
    guard let first = left.parts, let second = right.parts else {
      if left.isNaN { return left }
      if right.isNaN { return right }
      if left.isInfinite { return right.isInfinite && left.isNegative != right.isNegative ? .nan : left }
      return right
    }
    return first.exponent >= second.exponent ? add(first, second) : add(second, first)
  }

  /// Returns the difference, rounded half to even to 34 digits: `Decimal128("1.5") - 1` is `0.5`.
  public static func - (left: Decimal128, right: Decimal128) -> Decimal128 {
    var negated = right
    negated.negate()
    return left + negated
  }

  /// Returns the product, rounded half to even to 34 digits: `Decimal128("1.5") * 2` is `3`.
  public static func * (left: Decimal128, right: Decimal128) -> Decimal128 {
    let isNegative = left.isNegative != right.isNegative
    guard let first = left.parts, let second = right.parts else {
      if left.isNaN { return left }
      if right.isNaN { return right }
      return left.isZero || right.isZero ? .nan : isNegative ? .min : .max
    }
    return Decimal128(
      rounding: UInt256(first.coefficient, times: second.coefficient), exponent: first.exponent + second.exponent, isNegative: isNegative)
  }

  /// Returns the quotient, rounded half to even to 34 digits: `Decimal128(1) / 4` is `0.25`. Division by zero returns an infinity, and 0/0
  /// returns NaN.
  public static func / (left: Decimal128, right: Decimal128) -> Decimal128 {
    let isNegative = left.isNegative != right.isNegative
    guard let first = left.parts, let second = right.parts else {
      if left.isNaN { return left }
      if right.isNaN { return right }
      if left.isInfinite { return right.isInfinite ? .nan : isNegative ? .min : .max }
      return Decimal128(rounding: UInt256(0), exponent: Decimal128Parts.exponents.lowerBound, isNegative: isNegative)
    }
    guard second.coefficient != 0 else { return first.coefficient == 0 ? .nan : isNegative ? .min : .max }
    let exponent = first.exponent - second.exponent
    guard first.coefficient != 0 else { return Decimal128(rounding: UInt256(0), exponent: exponent, isNegative: isNegative) }
    // Extends the dividend by enough digits for a quotient of 35 or 36 digits.
    let shift = digitCount(second.coefficient) - digitCount(first.coefficient) + Decimal128Parts.digits + 1
    var quotient = UInt256(first.coefficient)
    quotient.shift(shift)
    let remainder = quotient.divide(by: second.coefficient)
    var zeros = 0
    if remainder == 0 {
      while zeros < shift, quotient.low % 10 == 0 {
        quotient.low /= 10
        zeros += 1
      }
    }
    return Decimal128(rounding: quotient, exponent: exponent - shift + zeros, isNegative: isNegative, isMore: remainder != 0)
  }

  /// Multiplies in place.
  ///
  /// ```swift
  /// price *= 2
  /// ```
  public static func *= (left: inout Decimal128, right: Decimal128) {
    left = left * right
  }

  var isZero: Bool { parts?.coefficient == 0 }

  /// Adds two numbers. The exponent of `first` must not be less than that of `second`.
  private static func add(_ first: Decimal128Parts, _ second: Decimal128Parts) -> Decimal128 {
    guard first.coefficient != 0 else {
      let isNegative = second.coefficient == 0 ? first.isNegative && second.isNegative : second.isNegative
      return Decimal128(rounding: UInt256(second.coefficient), exponent: second.exponent, isNegative: isNegative)
    }
    // `first` is extended to up to 70 digits; digits of `second` below that can only affect the rounding.
    let distance = first.exponent - second.exponent
    let shift = Swift.min(distance, 70 - digitCount(first.coefficient))
    var larger = UInt256(first.coefficient)
    larger.shift(shift)
    var smaller = UInt256(second.coefficient)
    var isMore = false
    if distance - shift > 38 {
      isMore = smaller.low != 0
      smaller = UInt256(0)
    } else {
      isMore = smaller.divide(by: powersOfTen[distance - shift]) != 0
    }
    let exponent = first.exponent - shift
    if first.isNegative == second.isNegative {
      return Decimal128(rounding: larger + smaller, exponent: exponent, isNegative: first.isNegative, isMore: isMore)
    }
    if larger == smaller, !isMore { return Decimal128(rounding: UInt256(0), exponent: exponent, isNegative: false) }
    if larger < smaller {
      return Decimal128(rounding: smaller - larger, exponent: exponent, isNegative: second.isNegative)
    }
    // If there is a remainder, one unit is subtracted and `isMore` is set: the exact difference is between `difference` and one unit more.
    let difference = larger - smaller - UInt256(isMore ? 1 : 0)
    return Decimal128(rounding: difference, exponent: exponent, isNegative: first.isNegative, isMore: isMore)
  }
}

extension Decimal128 {
  /// The type of distances.
  public typealias Stride = Decimal128

  /// Returns the number to add to reach `other`: `Decimal128(1).distance(to: 3)` is 2.
  public func distance(to other: Decimal128) -> Decimal128 { other - self }

  /// Returns the sum of this number and a distance: `Decimal128(1).advanced(by: 2)` is 3.
  public func advanced(by distance: Decimal128) -> Decimal128 { self + distance }
}
