internal import AshlarSchema

/// Formats rows as a table within the available width. Text is aligned to the left, numbers to the right.
struct TextTable {
  struct Column {
    var title: String
    var isNumber: Bool
  }

  private let columns: [Column]
  private var rows: [[String]] = []
  // The widths of the columns without truncation.
  private var widths: [Int]

  /// The minimum width of a truncated text column.
  static let leastWidth = 8
  private static let gap = "  "

  init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { TextWidth.width($0.title) }
  }

  /// Adds a row with a cell for each column; nil is null.
  mutating func add(_ cells: [String?]) {
    let cells = cells.map { $0.map(TextTable.shown) ?? "" }
    for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], TextWidth.width(cell)) }
    rows.append(cells)
  }

  /// Returns the text of a cell. Only null is blank: text that is empty, begins or ends with a space, or begins with a quotation mark is
  /// quoted.
  private static func shown(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.first != " " && text.last != " " && text.first != "\""
    return isPlain ? PrintableText.escaped(text) : JSONValue.string(text).text
  }

  /// Returns the table and the titles of omitted columns.
  /// - Parameter room: The width of the terminal; nil for no limit.
  func text(room: Int?) -> (text: String, omitted: [String]) {
    let (widths, count) = fitted(room)
    var lines = [line(columns.map(\.title), widths), widths.map { String(repeating: "─", count: $0) }.joined(separator: TextTable.gap)]
    lines += rows.map { line($0, widths) }
    return (lines.map { $0 + "\n" }.joined(), columns[count...].map(\.title))
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, width) in widths.enumerated() {
      let cell = TextWidth.cut(cells[column], to: width)
      let padding = String(repeating: " ", count: width - TextWidth.width(cell))
      if column > 0 { line += TextTable.gap }
      line += columns[column].isNumber ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  // Returns the widths of the columns that are shown. The widest text columns shrink first. Once all have the minimum width, the last
  // columns are omitted.
  private func fitted(_ room: Int?) -> (widths: [Int], count: Int) {
    guard let room else { return (widths, widths.count) }
    var count = widths.count
    while true {
      let kept = widths[..<count]
      let gaps = TextTable.gap.count * (count - 1)
      func total(_ most: Int) -> Int { gaps + kept.indices.reduce(0) { $0 + capped($1, most) } }
      let widest = kept.max() ?? 0
      if total(widest) <= room { return (Array(kept), count) }
      if count == 1 || total(TextTable.leastWidth) <= room {
        var most = TextTable.leastWidth
        while most < widest, total(most + 1) <= room { most += 1 }
        return (kept.indices.map { capped($0, most) }, count)
      }
      count -= 1
    }
  }

  private func capped(_ column: Int, _ most: Int) -> Int { columns[column].isNumber ? widths[column] : min(widths[column], most) }
}
