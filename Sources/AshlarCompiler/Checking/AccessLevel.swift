/// Who may use the generated types.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  /// Everybody.
  case `public`
  /// The package.
  case `package`
  /// The module.
  case `internal`
}
