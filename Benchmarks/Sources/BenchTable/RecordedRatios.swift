import Foundation

/// The ratios to SQLite of a recorded run, as a file: a line `# title`, and a line `workload⇥ratio` for each workload.
struct RecordedRatios {
  /// By how much a ratio may fall until it is printed.
  private static let tolerance = 0.1

  /// The number of rows, the machine and the commit.
  let title: String
  let ratios: [(workload: String, ratio: Double)]

  init(title: String, ratios: [(workload: String, ratio: Double)]) {
    self.title = title
    self.ratios = ratios
  }

  init(_ file: URL) throws {
    var (title, ratios) = ("", [(workload: String, ratio: Double)]())
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
        continue
      }
      let cells = line.split(separator: "\t")
      guard cells.count == 2, let ratio = Double(cells[1]) else { throw MalformedLine(text: String(line)) }
      ratios.append((String(cells[0]), ratio))
    }
    self.init(title: title, ratios: ratios)
  }

  func write(_ file: URL) throws {
    let lines = ratios.map { "\($0.workload)\t\(short($0.ratio))\n" }
    try "# \(title)\n\(lines.joined())".write(to: file, atomically: true, encoding: .utf8)
  }

  /// Prints the workloads whose ratio is less than the recorded one by more than the tolerance.
  func printFallen(of now: [(workload: String, ratio: Double)]) {
    let measured = Dictionary(now.map { ($0.workload, $0.ratio) }) { first, _ in first }
    print("\nRecorded ratios: \(title)")
    var fallen = 0
    for (workload, recorded) in ratios {
      guard let ratio = measured[workload], ratio < recorded * (1 - Self.tolerance) else { continue }
      fallen += 1
      print("FELL  \(workload): SQLite ÷ us \(short(ratio)), recorded \(short(recorded))")
    }
    if fallen == 0 { print("No ratio fell by more than 10 %.") }
  }
}
