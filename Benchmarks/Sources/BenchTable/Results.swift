import Foundation

/// The measurements of all peers.
struct Results {
  private var ashlar = Peer()
  private var lmdb = Peer()
  private var sqlite = Peer()
  private var grdb = Peer()
  private var encrypted = Peer()

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
        guard let round = Int(parts[1]) else { continue }
        switch parts[0] {
        case "ashlar": try ashlar.read(text, round: round)
        case "lmdb": try lmdb.read(text, round: round)
        case "sqlite": try sqlite.read(text, round: round)
        case "grdb": try grdb.read(text, round: round)
        case "encrypted": try encrypted.read(text, round: round)
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
    var grdb: Measurement?
  }

  private var rows: [Row] {
    Workload.all.compactMap { workload in
      ashlar.measurements[workload.name[...]].map {
        Row(
          workload: workload, ashlar: $0, lmdb: lmdb.measurements[workload.lmdb[...]],
          sqlite: sqlite.measurements[workload.name[...]], grdb: grdb.measurements[workload.name[...]])
      }
    }
  }

  /// SQLite's figure ÷ Ashlar's, by workload, in the order of the table.
  var ratios: [(workload: String, ratio: Double)] {
    rows.compactMap { row in row.sqlite.map { (row.workload.name, row.ashlar.ratio(of: $0)) } }
  }

  /// Prints the table, its footnotes, and how the bars stand.
  func printTable() {
    var footnotes: [String] = []
    print(line("workload", "Ashlar (median)", "raw LMDB", "SQLite", "GRDB", "LMDB ÷ us", "SQLite ÷ us", "GRDB ÷ us"))
    print(String(repeating: "─", count: 129))
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
          row.sqlite.map { human($0, $0.best) } ?? "–", row.grdb.map { human($0, $0.best) } ?? "–", ratio(row.lmdb, row.ashlar),
          ratio(row.sqlite, row.ashlar), ratio(row.grdb, row.ashlar)))
    }
    print(
      """

      Best time an operation of all rounds, ns unless marked. Ratios: each round's best times divided, the median of the rounds;
      above 1 means that Ashlar is faster, or its file smaller.
      """)
    for (number, footnote) in footnotes.enumerated() { print("[\(number + 1)] \(footnote)") }
    printBars()
    printEncrypted()
  }

  // Prints how encrypted files compare with plain ones.
  private func printEncrypted() {
    let rows = rows.compactMap { row in encrypted.measurements[row.workload.name[...]].map { (row, $0) } }
    if rows.isEmpty { return }
    print("")
    print(line("workload", "plain file", "encrypted", "ratio"))
    for (row, encrypted) in rows {
      print(
        line(
          row.workload.name, human(row.ashlar, row.ashlar.best), human(encrypted, encrypted.best), ratio(encrypted, row.ashlar)))
    }
    print("")
    for (row, encrypted) in rows {
      guard let bar = row.workload.encrypted else { continue }
      let measured = row.ashlar.ratio(of: encrypted)
      print("\(measured <= bar ? "holds " : "MISSED") \(row.workload.name): encrypted ÷ plain \(short(measured)), at most \(short(bar))")
    }
  }

  private func printBars() {
    let bars = rows.flatMap { row in
      row.workload.bars.compactMap { bar in
        bar.judged(
          row.ashlar, lmdb: row.lmdb, sqlite: row.sqlite, others: ashlar.measurements, sqliteOthers: sqlite.measurements
        ).map {
          "\($0.holds ? "holds " : "MISSED") \(row.workload.name): \($0.text)"
        }
      }
    }
    if !bars.isEmpty { print("") }
    for bar in bars { print(bar) }
  }

  /// Writes `workload⇥ashlar_ns⇥lmdb_ns⇥sqlite_ns⇥grdb_ns`, one line a workload, `-` where a peer has none.
  func writeTSV(_ file: URL) throws {
    let lines = rows.map { row in
      [row.workload.name, exact(row.ashlar), exact(row.lmdb), exact(row.sqlite), exact(row.grdb)].joined(separator: "\t") + "\n"
    }
    try lines.joined().write(to: file, atomically: true, encoding: .utf8)
  }

  private func exact(_ measurement: Measurement?) -> String { measurement.map { String(format: "%.2f", $0.best) } ?? "-" }

  private func ratio(_ peer: Measurement?, _ own: Measurement) -> String {
    peer.map { short(own.ratio(of: $0)) } ?? "–"
  }

  private func human(_ measurement: Measurement, _ value: Double) -> String {
    if measurement.isSize { return String(format: "%.1f MB", value / 1e6) }
    return switch value {
    case ..<10_000: short(value)
    case ..<1_000_000: String(format: "%.1f µs", value / 1000)
    default: String(format: "%.2f ms", value / 1_000_000)
    }
  }

  /// The first cell to the left, the others to the right.
  private func line(_ name: String, _ cells: String...) -> String {
    let widths = [21, 11, 11, 11, 11, 12, 11]
    return name + String(repeating: " ", count: max(1, 36 - name.count))
      + zip(cells, widths).map { cell, width in String(repeating: " ", count: max(1, width - cell.count)) + cell }.joined()
  }
}

/// A number in at least three digits.
func short(_ number: Double) -> String {
  switch number {
  case ..<10: String(format: "%.2f", number)
  case ..<100: String(format: "%.1f", number)
  default: String(format: "%.0f", number)
  }
}
