public import Ashlar

/// An address that is stored as text.
public nonisolated struct LedgerAddress: Hashable, Sendable, CustomPersistable {
  public typealias PersistedType = String
  /// The text.
  public var persistableValue: String

  /// The address with a text.
  public init(persistedValue: String) { persistableValue = persistedValue }
}
