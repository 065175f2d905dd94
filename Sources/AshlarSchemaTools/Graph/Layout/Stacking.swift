/// Places things above each other in a given order, each as near as can be to where it would like to be.
enum Stacking {
  /// The tops of things with these heights, at least `gap` apart, with the least sum of squared distances from `wishes`.
  /// Complexity: O(n).
  static func tops(wishes: [Double], heights: [Double], gap: Double) -> [Double] {
    // Without their heights this is isotonic regression: adjacent numbers that descend are pooled at their mean.
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
