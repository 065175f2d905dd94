/// A coding key that consists of its string. Used by emitted code.
public nonisolated struct _CodingName: CodingKey {
  /// The string of the key.
  public let stringValue: String
  /// Nil: properties are coded by name.
  public var intValue: Int? { nil }

  /// Creates a key with a string.
  public init(stringValue: String) { self.stringValue = stringValue }

  /// Returns nil.
  public init?(intValue: Int) { nil }
}
