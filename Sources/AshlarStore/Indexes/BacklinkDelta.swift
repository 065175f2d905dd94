/// Links of one column that the open write gained (positive) and lost (negative), by target and source.
struct BacklinkDelta {
  private var counts: [Int64: [Int64: Int]] = [:]

  mutating func add(target: Int64, source: Int64, _ change: Int) {
    var sources = counts[target] ?? [:]
    let sum = (sources[source] ?? 0) + change
    sources[source] = sum == 0 ? nil : sum
    counts[target] = sources.isEmpty ? nil : sources
  }

  func changes(of target: Int64) -> [Int64: Int] { counts[target] ?? [:] }
}
