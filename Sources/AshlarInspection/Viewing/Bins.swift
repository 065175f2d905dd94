/// Intervals of equal width that cover a range of numbers.
struct Bins {
  /// The number of intervals.
  let count: Int
  private let low: Double
  private let width: Double
  // The upper bound; nil if the bounds are integers.
  private let high: Double?

  /// - Parameter isInteger: Whether the numbers are integers. If so, the bounds of intervals are integers, and the last one is greater than
  ///   `high`.
  init(_ low: Double, _ high: Double, _ most: Int, isInteger: Bool) {
    self.low = low
    self.high = isInteger ? nil : high
    if isInteger {
      width = max(1, ((high - low + 1) / Double(most)).rounded(.up))
      count = min(most, max(1, Int(((high - low + 1) / width).rounded(.up))))
    } else {
      // The difference of the bounds may exceed the range of a Double.
      width = high / Double(most) - low / Double(most)
      count = width > 0 ? most : 1
    }
  }

  /// Returns the lower bound of an interval; for the index `count`, the upper bound of the last interval.
  func start(_ index: Int) -> Double {
    guard let high else { return low + Double(index) * width }
    // The difference of the bounds may exceed the range of a Double.
    let part = Double(index) / Double(count)
    return low * (1 - part) + high * part
  }

  /// Returns the index of the interval that contains a number, or of the nearest one.
  func index(of number: Double) -> Int {
    guard width > 0 else { return 0 }
    let quotient = number / width - low / width
    guard quotient.isFinite else { return 0 }
    var index = Int(min(Double(count - 1), max(0, quotient)))
    // The quotient is rounded, and the bounds decide: they are those of the conditions that list the objects of an interval.
    while index > 0, number < start(index) { index -= 1 }
    while index < count - 1, number >= start(index + 1) { index += 1 }
    return index
  }
}
