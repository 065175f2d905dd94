internal import AshlarSchema

/// Parses a check of two properties, such as `opened <= closed`.
enum CheckText {
  enum Outcome {
    case check(CheckDeclaration)
    /// One side is a number rather than a property.
    case comparesValue
    /// `suggestion` is the check that was probably intended; nil if it cannot be guessed.
    case malformed(suggestion: String?)
  }

  private static let operators = Set("<>=!".unicodeScalars)

  static func read(_ text: Name) -> Outcome {
    let scalars = text.text.unicodeScalars
    guard let start = scalars.firstIndex(where: { operators.contains($0) }) else { return .malformed(suggestion: nil) }
    let end = scalars[start...].firstIndex { !operators.contains($0) } ?? scalars.endIndex
    let (left, right) = (trimmed(scalars[..<start]), trimmed(scalars[end...]))
    guard SwiftIdentifier.isIdentifier(left), SwiftIdentifier.isIdentifier(right) else {
      let isNumber = [left, right].contains { DecimalNumber($0) != nil }
      return isNumber ? .comparesValue : .malformed(suggestion: nil)
    }
    let symbol = String(scalars[start..<end])
    if let relation = OrderRelation.allCases.first(where: { $0.symbol == symbol }) {
      return .check(
        CheckDeclaration(left: Name(text: left, span: text.span), relation: relation, right: Name(text: right, span: text.span), text: text)
      )
    }
    switch symbol {
    case ">": return .malformed(suggestion: "\(right) < \(left)")
    case ">=", "=>": return .malformed(suggestion: "\(right) <= \(left)")
    case "=<": return .malformed(suggestion: "\(left) <= \(right)")
    case "=", "===": return .malformed(suggestion: "\(left) == \(right)")
    case "<>", "!==": return .malformed(suggestion: "\(left) != \(right)")
    default: return .malformed(suggestion: nil)
    }
  }

  private static func trimmed(_ part: Substring.UnicodeScalarView) -> String {
    var part = part
    while let first = part.first, first.properties.isWhitespace { part.removeFirst() }
    while let last = part.last, last.properties.isWhitespace { part.removeLast() }
    return String(part)
  }
}
