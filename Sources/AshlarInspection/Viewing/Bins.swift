/// Intervals of equal width that cover a range of numbers.
struct Bins {
  /// The number of intervals.
  let count: Int
  /// Whether the bounds are integers; if so, the last interval excludes its upper bound.
  let isInteger: Bool
  private let low: Double
  private let width: Double

  init(_ low: Double, _ high: Double, _ most: Int, isInteger: Bool) {
    self.isInteger = isInteger
    self.low = low
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
  func start(_ index: Int) -> Double { low + Double(index) * width }

  /// Returns the index of the interval that contains a number, or of the nearest one.
  func index(of number: Double) -> Int {
    guard width > 0 else { return 0 }
    let index = number / width - low / width
    return index.isFinite ? min(count - 1, max(0, Int(index))) : 0
  }
}
