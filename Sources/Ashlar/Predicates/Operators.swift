/// A comparison of two values by their order. The raw value is the argument `op` of the C functions that scan numbers.
enum Comparison: Int32, CaseIterable, Sendable {
  case equal = 0
  case notEqual = 1
  case less = 2
  case lessOrEqual = 3
  case greater = 4
  case greaterOrEqual = 5

  /// The orders that satisfy the comparison: a mask of `enum ashlar_order`.
  var passing: UInt16 {
    switch self {
    case .equal: 2
    case .notEqual: 1 + 4 + 8
    case .less: 1
    case .lessOrEqual: 1 + 2
    case .greater: 4
    case .greaterOrEqual: 2 + 4
    }
  }
}

/// A relation of two values that are text or data, other than a comparison.
enum TextMatch: CaseIterable, Sendable {
  case begins
  case ends
  case contains
  /// The second operand is a pattern: `*` matches any text, including none, and `?` matches one Unicode scalar.
  case like
}

/// A relation of two values.
enum Relation: Hashable, Sendable {
  case order(Comparison)
  case text(TextMatch)

  /// The row of the operator that denotes the relation.
  var denotation: Operator.Row { Operator.relation(self).row }
}

/// An operator between the two operands of a condition. To add one, add its case to `Comparison`, `TextMatch` or this type, and its row to
/// `row`.
enum Operator: Hashable, Sendable {
  case relation(Relation)
  case isIn
  case between
  case geoWithin

  static let all: [Operator] =
    Comparison.allCases.map { .relation(.order($0)) } + TextMatch.allCases.map { .relation(.text($0)) } + [.isIn, .between, .geoWithin]

  /// A row of the table of operators.
  struct Row {
    /// The operator in predicate text.
    let word: String
    /// A second spelling, which is accepted but never printed.
    var synonym: String?
    /// The operator that means the same with exchanged operands; nil if the operands cannot be exchanged.
    var swapped: Operator?
    /// The options of text comparisons that may follow the operator.
    var options: StringOptions = []
    /// The reason why other options may not follow.
    var refusal = ""
    /// Whether the operands must be text or data.
    var needsText = false
    /// Whether a property may have the word as its name.
    var mayBeName = true
    /// The `op` of `ashlar_wanted_text`; nil if the C code has no scan for the relation.
    var textNumber: Int32?
  }

  /// The operator's row of the table.
  var row: Row {
    switch self {
    case .relation(.order(let comparison)):
      switch comparison {
      case .equal: Row(word: "==", synonym: "=", swapped: self, options: .all, textNumber: 0)
      case .notEqual: Row(word: "!=", synonym: "<>", swapped: self, options: .all)
      case .less: Row(word: "<", swapped: .relation(.order(.greater)), refusal: Row.bytewise, textNumber: 4)
      case .lessOrEqual:
        Row(word: "<=", synonym: "=<", swapped: .relation(.order(.greaterOrEqual)), refusal: Row.bytewise, textNumber: 5)
      case .greater: Row(word: ">", swapped: .relation(.order(.less)), refusal: Row.bytewise, textNumber: 6)
      case .greaterOrEqual:
        Row(word: ">=", synonym: "=>", swapped: .relation(.order(.lessOrEqual)), refusal: Row.bytewise, textNumber: 7)
      }
    case .relation(.text(let match)):
      switch match {
      case .begins: Row(word: "BEGINSWITH", options: .all, needsText: true, textNumber: 1)
      case .ends: Row(word: "ENDSWITH", options: .all, needsText: true, textNumber: 2)
      case .contains: Row(word: "CONTAINS", options: .all, needsText: true, textNumber: 3)
      case .like: Row(word: "LIKE", options: .all, needsText: true)
      }
    case .isIn: Row(word: "IN", options: .all)
    case .between: Row(word: "BETWEEN", refusal: Row.bytewise)
    case .geoWithin: Row(word: "GEOWITHIN", refusal: "does not compare text", mayBeName: false)
    }
  }

  private static let symbols: [(symbol: Symbol, operation: Operator)] = all.flatMap { operation in
    [operation.row.word, operation.row.synonym].compactMap { $0.flatMap(Symbol.init(operator:)).map { ($0, operation) } }
  }

  /// Returns nil if the symbol is not an operator.
  init?(_ symbol: Symbol) {
    guard let found = Operator.symbols.first(where: { $0.symbol == symbol }) else { return nil }
    self = found.operation
  }
}

extension Operator.Row {
  fileprivate static let bytewise = "compares text byte by byte"
}

extension Symbol {
  /// Returns nil for a word of letters.
  fileprivate init?(operator word: String) {
    let bytes = Array(word.utf8)
    guard let first = bytes.first, !PredicateLexer.beginsName(first) else { return nil }
    self.init(first, bytes.count > 1 ? bytes[1] : 0)
  }
}

extension StringOptions {
  static let all: StringOptions = [.caseInsensitive, .diacriticInsensitive]

  /// The letters of the options in predicate text.
  static let letters: [(letter: Character, option: StringOptions)] = [("c", .caseInsensitive), ("d", .diacriticInsensitive)]

  /// The options as predicate text spells them.
  var text: String {
    if isEmpty { return "" }
    return "[\(String(StringOptions.letters.filter { contains($0.option) }.map(\.letter)))]"
  }
}
