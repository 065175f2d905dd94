/// A table of groups as text. Columns of numbers are right-aligned; other columns are left-aligned.
struct GroupTable {
  /// The maximum number of groups that are printed.
  static let limit = 100

  private let titles: [String]
  private var rows: [[String]] = []
  // Whether a column contains only numbers and nil.
  private var isNumeric: [Bool]

  init(_ titles: [String]) {
    self.titles = titles
    isNumeric = titles.map { _ in true }
  }

  mutating func add(_ key: [Any], _ value: Any) {
    rows.append(
      (key + [value]).enumerated().map { column, cell in
        guard let value = flattened(cell) else { return "nil" }
        if !GroupTable.isNumber(value) { isNumeric[column] = false }
        return GroupTable.text(value)
      })
  }

  /// Returns the table. `count` is the number of groups, including those that were not added.
  func text(of count: Int) -> String {
    let widths = titles.indices.map { column in rows.reduce(titles[column].count) { Swift.max($0, $1[column].count) } }
    var lines = ([titles] + rows).map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        if isNumeric[column], !rows.isEmpty { return space + row[column] }
        return column + 1 < row.count ? row[column] + space : row[column]
      }
      return cells.joined(separator: "  ")
    }
    if count > rows.count { lines.append("(\(count - rows.count) more)") }
    return lines.joined(separator: "\n")
  }

  private static func isNumber(_ value: Any) -> Bool {
    value is any BinaryInteger || value is any BinaryFloatingPoint || value is Decimal128
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let object as ObjectBase:
      object._describe(depth: 1, indent: "").split { $0.isWhitespace }.joined(separator: " ")
    case let values as [Any]: values.map(text).joined(separator: ", ")
    case let any as AnyRealmValue: any.payload.map(text) ?? "nil"
    default: String(describing: value)
    }
  }
}
