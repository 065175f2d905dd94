/// What one peer measured, by its own row names.
struct Peer {
  private(set) var measurements: [Substring: Measurement] = [:]

  /// Reads what a client printed in a round.
  mutating func read(_ text: String, round: Int) throws {
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t")
      guard cells.count == 5 else { throw MalformedLine(text: String(line)) }
      if cells[2] == "bytes" {
        guard let bytes = Double(cells[1]) else { throw MalformedLine(text: String(line)) }
        measurements[cells[0], default: Measurement(isSize: true)].add(round: round, best: bytes, median: bytes)
        continue
      }
      guard let best = Double(cells[3]), let median = Double(cells[4]) else { throw MalformedLine(text: String(line)) }
      measurements[cells[0], default: Measurement()].add(round: round, best: best, median: median)
    }
  }
}

/// A line that is not `name⇥operations⇥seconds⇥best⇥median`.
struct MalformedLine: Error, CustomStringConvertible {
  var text: String
  var description: String { "not a line of a benchmark client: \(text)" }
}
