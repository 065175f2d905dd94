/// The relation of the values of two properties. Raw values are part of the descriptor format.
public enum OrderRelation: UInt8, Hashable, Sendable, CaseIterable {
  case less = 0
  case lessOrEqual = 1
  case equal = 2
  case notEqual = 3

  /// The operator in the schema language.
  package var symbol: String {
    switch self {
    case .less: "<"
    case .lessOrEqual: "<="
    case .equal: "=="
    case .notEqual: "!="
    }
  }

  /// Whether exchanging both sides does not change the relation.
  package var isSymmetric: Bool { self == .equal || self == .notEqual }

  /// Returns whether every pair of values with this relation also has the other one.
  func implies(_ other: OrderRelation) -> Bool {
    switch (self, other) {
    case (.less, .lessOrEqual), (.less, .notEqual), (.equal, .lessOrEqual): true
    default: self == other
    }
  }
}
