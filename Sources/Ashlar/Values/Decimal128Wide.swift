/// An unsigned integer of 256 bits, with the arithmetic that decimals of 34 digits need.
struct UInt256: Equatable {
  var high: UInt128
  var low: UInt128

  init(_ low: UInt128) {
    high = 0
    self.low = low
  }

  /// Computes the full product.
  init(_ left: UInt128, times right: UInt128) {
    let product = left.multipliedFullWidth(by: right)
    high = product.high
    low = product.low
  }

  /// Divides by a number that is not 0, and returns the remainder.
  mutating func divide(by divisor: UInt128) -> UInt128 {
    if high == 0 {
      let result = low.quotientAndRemainder(dividingBy: divisor)
      low = result.quotient
      return result.remainder
    }
    let upper = high.quotientAndRemainder(dividingBy: divisor)
    let lower = divisor.dividingFullWidth((upper.remainder, low))
    high = upper.quotient
    low = lower.quotient
    return lower.remainder
  }

  /// Multiplies by 10 to `power`, which must be from 0 to 76. The product must fit.
  mutating func shift(_ power: Int) {
    var rest = power
    while rest > 0 {
      let step = min(rest, 38)
      let upper = high
      self = UInt256(low, times: powersOfTen[step])
      high += upper * powersOfTen[step]
      rest -= step
    }
  }

  static func + (left: UInt256, right: UInt256) -> UInt256 {
    var sum = left
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    sum.low = low
    sum.high = left.high + right.high + (carry ? 1 : 0)
    return sum
  }

  /// Returns the difference. `right` must not be greater than `left`.
  static func - (left: UInt256, right: UInt256) -> UInt256 {
    var difference = left
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    difference.low = low
    difference.high = left.high - right.high - (borrow ? 1 : 0)
    return difference
  }

  static func < (left: UInt256, right: UInt256) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The number of decimal digits; 0 for the integer 0. The integer must be less than 10^77.
  var digits: Int {
    if high == 0 { return digitCount(low) }
    var rest = self
    _ = rest.divide(by: powersOfTen[38])
    return rest.high == 0 ? digitCount(rest.low) + 38 : 77
  }
}

/// The powers of ten from 1 to 10^38.
let powersOfTen: [UInt128] = {
  var powers: [UInt128] = [1]
  for _ in 0..<38 { powers.append(powers[powers.count - 1] * 10) }
  return powers
}()

/// Returns the number of decimal digits; 0 for the number 0.
func digitCount(_ value: UInt128) -> Int {
  // The first 128 multiples of 1233/4096 have the same integer parts as those of log10(2).
  let guess = ((128 - value.leadingZeroBitCount) * 1233) >> 12
  return guess < powersOfTen.count && value >= powersOfTen[guess] ? guess + 1 : guess
}
