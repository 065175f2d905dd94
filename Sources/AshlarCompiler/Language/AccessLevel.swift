/// Who may use the generated types.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  /// Everybody.
  case `public`
  /// The package.
  case `package`
  /// The module.
  case `internal`

  /// Whether more code has this access than the other.
  package func isWider(than other: AccessLevel) -> Bool { breadth > other.breadth }

  private var breadth: Int {
    switch self {
    case .internal: 0
    case .package: 1
    case .public: 2
    }
  }
}
