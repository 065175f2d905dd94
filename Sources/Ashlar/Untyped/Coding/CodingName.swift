/// A coding key that is its text. For emitted code.
public nonisolated struct _CodingName: CodingKey {
  /// The key.
  public let stringValue: String
  /// None: properties are coded by name.
  public var intValue: Int? { nil }

  /// A key of this text.
  public init(stringValue: String) { self.stringValue = stringValue }

  /// None.
  public init?(intValue: Int) { nil }
}
