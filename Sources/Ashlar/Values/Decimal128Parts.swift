/// The parts of a finite decimal: the coefficient times 10 to the exponent.
struct Decimal128Parts {
  var isNegative: Bool
  /// Less than 10^34.
  var coefficient: UInt128
  /// -6176 to 6111.
  var exponent: Int

  static let exponents = -6176...6111
  /// 10^34 - 1.
  static let largestCoefficient: UInt128 = 9_999_999_999_999_999_999_999_999_999_999_999
  static let digits = 34
}

extension Decimal128 {
  /// The parts; nil for infinities and NaN.
  var parts: Decimal128Parts? {
    // The upper two combination bits determine the position of the exponent.
    let isLarge = bidHigh >> 61 & 3 == 3
    if isLarge, bidHigh >> 59 & 3 == 3 { return nil }
    let exponent = Int(bidHigh >> (isLarge ? 47 : 49) & 0x3fff) - 6176
    // Every coefficient in the large form exceeds 10^34 - 1 and is therefore invalid; an invalid coefficient is read as 0.
    let stored = isLarge ? 0 : UInt128(bidHigh & 0x1_ffff_ffff_ffff) << 64 | UInt128(bidLow)
    return Decimal128Parts(
      isNegative: isNegative, coefficient: stored > Decimal128Parts.largestCoefficient ? 0 : stored, exponent: exponent)
  }

  /// Creates the number with the given parts, which must be in range.
  init(_ parts: Decimal128Parts) {
    let sign: UInt64 = parts.isNegative ? 0x8000_0000_0000_0000 : 0
    self.init(
      bidLow: UInt64(truncatingIfNeeded: parts.coefficient),
      high: sign | UInt64(parts.exponent + 6176) << 49 | UInt64(truncatingIfNeeded: parts.coefficient >> 64))
  }

  /// Creates the number nearest to `coefficient` times 10 to `exponent`, rounding half to even.
  /// - Parameter isMore: Whether the exact value is larger, by less than one unit of `coefficient`. If so, `coefficient` must have more
  ///   than 34 digits.
  init(rounding coefficient: UInt256, exponent: Int, isNegative: Bool, isMore: Bool = false) {
    var coefficient = coefficient
    var exponent = exponent
    var drop = Swift.max(coefficient.digits - Decimal128Parts.digits, Decimal128Parts.exponents.lowerBound - exponent)
    if drop > 0 {
      if drop > coefficient.digits + 1 {
        // The value is below half of the smallest number, regardless of its digits.
        exponent += drop
        coefficient = UInt256(0)
      } else {
        var isMore = isMore
        exponent += drop
        while drop > 1 {
          let step = Swift.min(drop - 1, 38)
          if coefficient.divide(by: powersOfTen[step]) != 0 { isMore = true }
          drop -= step
        }
        let last = coefficient.divide(by: 10)
        if last > 5 || last == 5 && (isMore || coefficient.low & 1 == 1) { coefficient.low += 1 }
      }
    }
    var rounded = coefficient.low
    if rounded > Decimal128Parts.largestCoefficient {
      rounded /= 10
      exponent += 1
    }
    let highest = Decimal128Parts.exponents.upperBound
    if rounded == 0 {
      exponent = Swift.min(exponent, highest)
    } else if exponent > highest {
      let room = Decimal128Parts.digits - digitCount(rounded)
      guard exponent - highest <= room else {
        self = isNegative ? .min : .max
        return
      }
      rounded *= powersOfTen[exponent - highest]
      exponent = highest
    }
    self.init(Decimal128Parts(isNegative: isNegative, coefficient: rounded, exponent: exponent))
  }
}
