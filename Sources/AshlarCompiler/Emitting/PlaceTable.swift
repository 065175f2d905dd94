internal import AshlarSchema

/// Maps the source positions of properties to their columns in the database: with a table of one byte for each source line, and with switch
/// cases for positions that such a table cannot represent.
///
/// A stored property has the same column in a class and in all its subclasses. Linking objects follow all other columns, so their column
/// depends on the class.
struct PlaceTable {
  private enum Target: Equatable {
    case column(Int)
    case linking
  }

  /// The maximum number of lines in a table; the properties of a class seldom span more.
  private static let lengthLimit = 4096
  /// The table entry for a line whose position, if any, is among the switch cases. Columns with this number or a higher one are also among
  /// the switch cases.
  private static let rare: UInt8 = 0x7F

  private let first: Int
  private let bytes: [UInt8]
  private let rareTargets: [(position: SourcePosition, target: Target)]

  /// Creates the table of a class and all its subclasses.
  init(_ models: [(entity: EntityModel, places: [String: HandwrittenPlace])]) {
    var targets: [SourcePosition: Target] = [:]
    for (entity, places) in models {
      for (column, property) in entity.properties.enumerated() {
        guard let position = places[property.name]?.position else { continue }
        targets[position] = property.collection == .linkingObjects ? .linking : .column(column)
      }
    }
    let sorted = targets.sorted { ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column) }
    first = sorted.first?.key.line ?? 0
    var bytes: [UInt8] = []
    var rareTargets: [(SourcePosition, Target)] = []
    for (index, (position, target)) in sorted.enumerated() {
      let shares = [index - 1, index + 1].contains { sorted.indices.contains($0) && sorted[$0].key.line == position.line }
      if case .column(let column) = target, column < Int(Self.rare), !shares, position.line - first < Self.lengthLimit {
        while bytes.count <= position.line - first { bytes.append(Self.rare) }
        bytes[position.line - first] = UInt8(column)
      } else {
        rareTargets.append((position, target))
      }
    }
    (self.bytes, self.rareTargets) = (bytes, rareTargets)
  }

  /// Whether the table contains every position.
  var isExhaustive: Bool { rareTargets.isEmpty }

  /// Statements that return the column of `place` if it is in the table.
  var lookUp: [String] {
    guard !bytes.isEmpty else { return [] }
    let text = bytes.map { "\\u{" + String($0, radix: 16) + "}" }.joined()
    return [
      "let column = _tableColumn(place, from: \(first), \"\(text)\")",
      "if column < \(Self.rare) { return column }",
    ]
  }

  /// Statements that return the column of any other position.
  var rareCases: [String] {
    let cases = rareTargets.map { position, target in
      let value =
        switch target {
        case .column(let column): String(column)
        case .linking: "_linkingColumn(place)"
        }
      return "case (\(position.line), \(position.column)): return \(value)"
    }
    return ["switch (place >> 12, place >> 1 & 0x7FF) {"] + cases + ["default: _unknownPlace(place)", "}"]
  }
}
