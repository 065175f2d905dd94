extension Decimal128: Comparable {
  /// Returns whether the numbers are equal: 1.0 equals 1.00, 0 equals -0, and all NaNs are equal.
  public static func == (left: Decimal128, right: Decimal128) -> Bool {
    if left.bidLow == right.bidLow, left.bidHigh == right.bidHigh { return true }
    return compare(left, right) == 0
  }

  /// Returns whether the first number is less. NaN is less than all numbers and equal to itself, so this is a total order.
  ///
  /// ```swift
  /// let isLess = Decimal128("1.5") < 2  // true
  /// ```
  public static func < (left: Decimal128, right: Decimal128) -> Bool {
    compare(left, right) < 0
  }

  /// Returns -1, 0 or 1 if `left` is less than, equal to or greater than `right`.
  static func compare(_ left: Decimal128, _ right: Decimal128) -> Int {
    // Numbers with the same exponent, as most numbers of a column have, are compared without decoding.
    let exponent: UInt64 = 0x7FFE_0000_0000_0000
    if (left.bidHigh ^ right.bidHigh) & exponent == 0, left.bidHigh >> 61 & 3 != 3, let a = left.whole, let b = right.whole {
      return a < b ? -1 : a == b ? 0 : 1
    }
    if left.isNaN || right.isNaN { return left.isNaN == right.isNaN ? 0 : left.isNaN ? -1 : 1 }
    let sign = left.sign
    if sign != right.sign { return sign < right.sign ? -1 : 1 }
    guard let first = left.parts, let second = right.parts else {
      return left.isInfinite == right.isInfinite ? 0 : left.isInfinite ? sign : -sign
    }
    return sign * compareMagnitudes(first, second)
  }

  // The signed coefficient, for encodings in which the exponent precedes it; nil if the coefficient may be too large to be valid.
  private var whole: Int128? {
    let high = bidHigh & 0x1_FFFF_FFFF_FFFF
    guard high < UInt64(Decimal128Parts.largestCoefficient >> 64) else { return nil }
    let coefficient = Int128(high) << 64 | Int128(bidLow)
    return bidHigh >> 63 == 0 ? coefficient : -coefficient
  }

  /// Compares two numbers of the same sign by magnitude.
  private static func compareMagnitudes(_ left: Decimal128Parts, _ right: Decimal128Parts) -> Int {
    if left.coefficient == 0 { return 0 }
    let first = digitCount(left.coefficient) + left.exponent
    let second = digitCount(right.coefficient) + right.exponent
    if first != second { return first < second ? -1 : 1 }
    // The leading digits have the same magnitude, so the exponents differ by at most 33.
    var larger = UInt256(left.coefficient)
    var smaller = UInt256(right.coefficient)
    if left.exponent > right.exponent {
      larger.shift(left.exponent - right.exponent)
    } else {
      smaller.shift(right.exponent - left.exponent)
    }
    return larger == smaller ? 0 : larger < smaller ? -1 : 1
  }

  /// -1, 0 or 1; undefined for NaN.
  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }
}

extension Decimal128: Hashable {
  /// Hashes the numeric value: equal numbers have equal hashes, regardless of their exponents.
  public func hash(into hasher: inout Hasher) {
    guard var parts else {
      hasher.combine(isNaN ? 0x7c00_0000_0000_0000 : bidHigh & 0xf800_0000_0000_0000)
      return
    }
    guard parts.coefficient != 0 else { return hasher.combine(0 as UInt64) }
    while parts.coefficient % 10 == 0 {
      parts.coefficient /= 10
      parts.exponent += 1
    }
    hasher.combine(parts.isNegative)
    hasher.combine(parts.exponent)
    hasher.combine(parts.coefficient)
  }
}
