internal import AshlarSchema

/// The kinds of literal that tell by themselves what they are.
package enum WrittenLiteral: Equatable {
  case bool, integer, fraction, string
  /// `nil`.
  case absence

  /// Nil for anything but one literal, with a minus sign at most.
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

  /// Whether Swift takes such a literal for a value of a type; nil for types that a program or module may have given literals.
  func fits(_ type: ValueType) -> Bool? {
    switch type {
    case .bool: self == .bool
    case .int, .int8, .int16, .int32, .int64: self == .integer
    case .float, .double: self == .integer || self == .fraction
    case .string: self == .string
    case .data, .date, .decimal128, .objectId, .uuid, .object, .any: nil
    }
  }
}
