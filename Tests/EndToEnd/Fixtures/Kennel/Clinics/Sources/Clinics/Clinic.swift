import Ashlar

/// Where animals are treated.
public enum Clinic {
  /// What is treated there.
  public enum Field: String, PersistableEnum, Sendable {
    case teeth, bones
  }

  /// What a treatment costs, in euros. Stored in cents.
  public struct Fee: CustomPersistable, Hashable, Sendable {
    /// Stored as a number.
    public typealias PersistedType = Int
    /// Whole euros.
    public var euros: Int

    /// Makes a fee.
    public init(euros: Int) { self.euros = euros }
    /// The fee that was stored.
    public init(persistedValue: Int) { euros = persistedValue / 100 }
    /// What is stored.
    public var persistableValue: Int { euros * 100 }
  }
}
