/// How text is compared.
public struct StringOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int8
  /// Options with these bits.
  public init(rawValue: Int8) { self.rawValue = rawValue }
  /// Letters match in both cases: those of ASCII and Latin-1, and together with `diacriticInsensitive` those of all scripts.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// Letters match whatever marks they have: 'e' matches 'é', composed or not.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
}
