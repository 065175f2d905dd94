internal import AshlarSchema

/// The kinds of literals that can be recognized without type information.
package enum WrittenLiteral: Equatable {
  case bool, integer, fraction, string
  /// The literal `nil`.
  case absence

  /// Creates the kind of an expression; nil unless the expression is a single literal, optionally with a minus sign.
  init?(_ text: String, _ kinds: [SwiftToken.Kind]) {
    switch kinds {
    case [.word]:
      switch text {
      case "true", "false": self = .bool
      case "nil": self = .absence
      default: return nil
      }
    case [.plainString], [.otherString]: self = .string
    case [.number]: self = Self.isFraction(text) ? .fraction : .integer
    case [.mark, .number] where text.hasPrefix("-"): self = Self.isFraction(text) ? .fraction : .integer
    default: return nil
    }
  }

  private static func isFraction(_ text: String) -> Bool {
    text.contains("0x") ? text.contains { ".pP".contains($0) } : text.contains { ".eE".contains($0) }
  }

  /// Returns whether Swift accepts such a literal for a type; nil for types that a program or module may have made expressible by literals.
  func fits(_ type: ValueType) -> Bool? {
    switch type.form {
    case .bool: self == .bool
    case .integer: self == .integer
    case .float, .double: self == .integer || self == .fraction
    case .string: self == .string
    case .data, .date, .decimal, .objectId, .uuid, .object, .any: nil
    }
  }
}
