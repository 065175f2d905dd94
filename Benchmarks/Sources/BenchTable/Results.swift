import Foundation

/// The measurements of all peers.
struct Results {
  private var ashlar = Peer()
  private var lmdb = Peer()
  private var sqlite = Peer()

  /// Reads all rounds in `folder`. Throws when a file is malformed or two peers count different matches.
  init(folder: URL) throws {
    var matches: [String: [String: String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count == 3, parts[2] == "tsv" || parts[2] == "log" else { continue }
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      if parts[2] == "log" {
        // "# W4a_int_gt matches 99839"
        for line in text.split(separator: "\n").map({ $0.split(separator: " ").map(String.init) })
        where line.count == 4 && line[2] == "matches" {
          matches[parts[0], default: [:]][line[1]] = line[3]
        }
      } else {
        switch parts[0] {
        case "ashlar": try ashlar.read(text)
        case "lmdb": try lmdb.read(text)
        case "sqlite": try sqlite.read(text)
        default: continue
        }
      }
    }
    for (query, found) in matches["ashlar"] ?? [:] {
      if let other = matches["lmdb"]?[query], other != found { throw Problem.matchesDiffer(query: query, ashlar: found, lmdb: other) }
    }
  }

  private struct Row {
    var workload: Workload
    var ashlar: Measurement
    var lmdb: Measurement?
    var sqlite: Measurement?
  }

  private var rows: [Row] {
    Workload.all.compactMap { workload in
      ashlar.measurements[workload.name[...]].map {
        Row(
          workload: workload, ashlar: $0, lmdb: lmdb.measurements[workload.lmdb[...]],
          sqlite: sqlite.measurements[workload.name[...]])
      }
    }
  }

  /// Prints the table, its footnotes, and how the bars stand.
  func printTable() {
    var footnotes: [String] = []
    print(line("workload", "Ashlar (median)", "raw LMDB", "SQLite", "LMDB ÷ us", "SQLite ÷ us"))
    print(String(repeating: "─", count: 107))
    for row in rows {
      var name = row.workload.name
      if let footnote = row.workload.footnote {
        footnotes.append(footnote)
        name += " [\(footnotes.count)]"
      }
      print(
        line(
          name, "\(human(row.ashlar, row.ashlar.best)) (\(human(row.ashlar, row.ashlar.median)))",
          row.lmdb.map { human($0, $0.best) } ?? "–",
          row.sqlite.map { human($0, $0.best) } ?? "–", ratio(row.lmdb, row.ashlar), ratio(row.sqlite, row.ashlar)))
    }
    print("\nBest time an operation, ns unless marked; a ratio above 1 means that Ashlar is faster, or its file smaller.")
    for (number, footnote) in footnotes.enumerated() { print("[\(number + 1)] \(footnote)") }
    printBars()
  }

  private func printBars() {
    let measured = ashlar.measurements
    var bars: [(String, Bool)] = []
    if let read = measured["W2a_hot_read_int"] { bars.append(("hot Int read \(human(read.best)) ns, bar 2 ns", read.best <= 2)) }
    if let scan = measured["W4a_int_gt_count"] { bars.append(("Int scan \(human(scan.best)) ns a row, bar 1 ns", scan.best <= 1)) }
    if let insert = measured["W1_insert_nosync"], let other = sqlite.measurements["W1_insert_nosync"] {
      bars.append(("bulk insert \(human(insert.best)) ns, SQLite \(human(other.best)) ns", insert.best < other.best))
    }
    for (name, factor) in [
      ("W3b_set_all_int_nosync", 1.0), ("W8_insert_commit_nosync", 1.5), ("W8_update_commit_nosync", 1.5), ("W8_insert_commit_full", 1.3),
      ("W8_update_commit_full", 1.3), ("W11_size_after_insert", 1.0),
    ] {
      guard let own = measured[name[...]], let other = lmdb.measurements[name[...]] else { continue }
      let ratio = own.best / other.best
      bars.append((String(format: "%@ %.2f x raw LMDB's, bar %.1f", name, ratio, factor), ratio <= factor))
    }
    if !bars.isEmpty { print("") }
    for (text, holds) in bars { print("\(holds ? "holds " : "MISSED") \(text)") }
  }

  /// Writes `workload⇥ashlar_ns⇥lmdb_ns⇥sqlite_ns`, one line a workload, `-` where a peer has none.
  func writeTSV(_ file: URL) throws {
    let lines = rows.map { row in
      [row.workload.name, exact(row.ashlar), exact(row.lmdb), exact(row.sqlite)].joined(separator: "\t") + "\n"
    }
    try lines.joined().write(to: file, atomically: true, encoding: .utf8)
  }

  private func exact(_ measurement: Measurement?) -> String { measurement.map { String(format: "%.2f", $0.best) } ?? "-" }

  private func ratio(_ peer: Measurement?, _ own: Measurement) -> String {
    guard let peer else { return "–" }
    let ratio = peer.best / own.best
    return String(format: ratio < 10 ? "%.2f" : "%.0f", ratio)
  }

  private func human(_ measurement: Measurement, _ value: Double) -> String {
    measurement.isSize ? String(format: "%.1f MB", value / 1e6) : human(value)
  }

  private func human(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<10: String(format: "%.2f", nanoseconds)
    case ..<100: String(format: "%.1f", nanoseconds)
    case ..<10_000: String(format: "%.0f", nanoseconds)
    case ..<1_000_000: String(format: "%.1f µs", nanoseconds / 1000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  /// The first cell to the left, the others to the right.
  private func line(_ name: String, _ cells: String...) -> String {
    let widths = [21, 11, 11, 11, 12]
    return name + String(repeating: " ", count: max(1, 36 - name.count))
      + zip(cells, widths).map { cell, width in String(repeating: " ", count: max(1, width - cell.count)) + cell }.joined()
  }
}
