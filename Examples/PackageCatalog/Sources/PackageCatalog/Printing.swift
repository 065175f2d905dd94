import Foundation

/// Prints a heading and rows of cells: numbers to the right, other columns to the left, the last one cut to fit.
func printTable(_ heading: String, rows: [[String]], width: Int = 110) {
  print("\n\(heading)")
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in min(rows.map { $0[column].count }.max() ?? 0, 34) }
  for row in rows {
    var line = " "
    for (column, cell) in row.enumerated() {
      let last = column == columns - 1
      let room = last ? max(width - line.count - 2, 10) : widths[column]
      let text = cell.count > room ? cell.prefix(room - 1) + "…" : cell[...]
      let padding = last ? "" : String(repeating: " ", count: room - text.count)
      line += " " + (cell.first?.isNumber == true && column == 0 ? padding + text : text + padding) + " "
    }
    print(line.trimmingTrailingSpaces)
  }
}

/// `1536` as `1.5 MiB`.
func humanSize(kibibytes: Int) -> String {
  if kibibytes < 1024 { return "\(kibibytes) KiB" }
  let units = ["MiB", "GiB", "TiB"]
  var value = Double(kibibytes) / 1024
  var unit = 0
  while value >= 1024, unit < units.count - 1 {
    value /= 1024
    unit += 1
  }
  return String(format: "%.1f %@", value, units[unit])
}

/// The size of a file, as text.
func size(of file: URL) -> String {
  let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
  let bytes = (attributes?[.size] as? NSNumber)?.intValue ?? 0
  return humanSize(kibibytes: (bytes + 1023) / 1024)
}

/// The time since `start` with two decimals.
func seconds(since start: ContinuousClock.Instant) -> String {
  let time = (ContinuousClock.now - start).components
  return String(format: "%.2f s", Double(time.seconds) + Double(time.attoseconds) / 1e18)
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
