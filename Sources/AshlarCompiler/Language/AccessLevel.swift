/// The access level of the generated types.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  /// Accessible to every module.
  case `public`
  /// Accessible in the package.
  case `package`
  /// Accessible in the module.
  case `internal`

  /// Returns whether declarations with this level are accessible to more code than those with the other.
  package func isWider(than other: AccessLevel) -> Bool { breadth > other.breadth }

  private var breadth: Int {
    switch self {
    case .internal: 0
    case .package: 1
    case .public: 2
    }
  }
}
