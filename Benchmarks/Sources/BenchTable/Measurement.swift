/// One line of a client, over all rounds.
struct Measurement {
  /// Whether it is about bytes, not nanoseconds.
  var isSize = false
  /// Nanoseconds an operation: of the best run, and of the middle one. Or bytes.
  private var bests: [Double] = []
  private var medians: [Double] = []

  init(isSize: Bool = false) { self.isSize = isSize }

  mutating func add(best: Double, median: Double) {
    bests.append(best)
    medians.append(median)
  }

  var best: Double { bests.min() ?? .nan }
  /// The median of the rounds' medians.
  var median: Double { medians.sorted()[medians.count / 2] }
}

/// A line that is not `name⇥operations⇥seconds⇥best⇥median`.
struct MalformedLine: Error, CustomStringConvertible {
  var text: String
  var description: String { "not a line of a benchmark client: \(text)" }
}

/// What one peer measured, by its own row names.
struct Peer {
  private(set) var measurements: [Substring: Measurement] = [:]

  /// Reads what a client printed in one round.
  mutating func read(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t")
      guard cells.count == 5 else { throw MalformedLine(text: String(line)) }
      if cells[2] == "bytes" {
        guard let bytes = Double(cells[1]) else { throw MalformedLine(text: String(line)) }
        measurements[cells[0], default: Measurement(isSize: true)].add(best: bytes, median: bytes)
        continue
      }
      guard let best = Double(cells[3]), let median = Double(cells[4]) else { throw MalformedLine(text: String(line)) }
      measurements[cells[0], default: Measurement()].add(best: best, median: median)
    }
  }
}
