/// Options of text comparisons in conditions.
///
/// ```swift
/// people.where { $0.name.contains("zoe", options: [.caseInsensitive, .diacriticInsensitive]) }
/// ```
public struct StringOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: Int8
  /// Creates options from bits.
  public init(rawValue: Int8) { self.rawValue = rawValue }
  /// Ignores the case of ASCII and Latin-1 letters or, together with `diacriticInsensitive`, of the letters of all scripts.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// Ignores combining marks: 'e' matches 'é', whether composed or decomposed.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
}
