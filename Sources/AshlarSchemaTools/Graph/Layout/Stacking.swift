/// Stacks items vertically in a given order, each as close as possible to its desired position.
enum Stacking {
  /// Returns the tops of items with the given heights, at least `gap` apart, that minimize the sum of squared distances from `wishes`.
  /// Complexity: O(n).
  static func tops(wishes: [Double], heights: [Double], gap: Double) -> [Double] {
    // Without heights, this is isotonic regression: adjacent numbers in descending order are pooled at their mean.
    var offset = 0.0
    var offsets: [Double] = []
    var pools: [(sum: Double, count: Int)] = []
    for (wish, height) in zip(wishes, heights) {
      offsets.append(offset)
      pools.append((wish - offset, 1))
      offset += height + gap
      while pools.count > 1, mean(pools[pools.count - 2]) > mean(pools[pools.count - 1]) {
        let last = pools.removeLast()
        pools[pools.count - 1].sum += last.sum
        pools[pools.count - 1].count += last.count
      }
    }
    let ascending = pools.flatMap { Array(repeating: mean($0), count: $0.count) }
    return zip(ascending, offsets).map { $0 + $1 }
  }

  private static func mean(_ pool: (sum: Double, count: Int)) -> Double { pool.sum / Double(pool.count) }
}
