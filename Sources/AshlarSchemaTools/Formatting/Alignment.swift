internal import AshlarCompiler

/// Retains columns that were aligned deliberately: the values of adjacent entries, and their trailing comments.
struct Alignment {
  /// An entry that occupies a single line.
  struct Row {
    /// The index of the line.
    var line: Int
    /// The indentation, key and colon.
    var head: String
    var value: String
    /// The comment, including `#`; empty if there is no comment.
    var comment: String
    /// The original position of the value; nil if it was not on the line of its key.
    var valueSpot: Spot?
    /// The original position of the comment; nil if there is no comment.
    var commentSpot: Spot?
  }

  /// The position of a value or comment in its original line.
  struct Spot {
    /// The number of characters before the value or comment.
    var column: Int
    /// The number of spaces directly before the value or comment.
    var gap: Int
  }

  /// Returns the rows as lines. The values are considered aligned if more than half of them begin at the same column, not all after the
  /// same number of spaces; all values are then aligned unless that makes a line too long. Comments are aligned under the same condition,
  /// at any length of the lines.
  static func lines(_ rows: [Row]) -> [String] {
    let width = isColumn(rows.map(\.valueSpot)) ? rows.map(\.head.count).max() ?? 0 : 0
    let contents = rows.map { $0.head + spaces(max(0, width - $0.head.count) + 1) + $0.value }
    let isTooWide = zip(rows, contents).contains {
      $1.count > LayoutPrinter.width && $0.head.count + 1 + $0.value.count <= LayoutPrinter.width
    }
    let texts = isTooWide ? rows.map { $0.head + " " + $0.value } : contents
    let commented = rows.indices.filter { !rows[$0].comment.isEmpty }
    let column = isColumn(commented.map { rows[$0].commentSpot }) ? commented.map { texts[$0].count }.max() ?? 0 : 0
    return rows.indices.map { index in
      let comment = rows[index].comment
      return comment.isEmpty ? texts[index] : texts[index] + spaces(max(0, column - texts[index].count) + 1) + comment
    }
  }

  private static func isColumn(_ spots: [Spot?]) -> Bool {
    let groups = Dictionary(grouping: spots.compactMap(\.self), by: \.column)
    return groups.values.contains { $0.count * 2 > spots.count && Set($0.map(\.gap)).count > 1 }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
