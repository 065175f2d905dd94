// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Ashlar

/// Types of another module than that of the models.
public enum Carrier {
  /// Stored as text.
  public enum State: String, PersistableEnum, Sendable {
    case waiting, moving, arrived
  }

  /// Stored as a number of one byte.
  public enum Size: Int8, PersistableEnum, Sendable {
    case small = -1
    case large = 5
  }
}

/// Stored as a number.
public struct Weight: CustomPersistable, Hashable, Sendable {
  public typealias PersistedType = Double
  public var grams: Double

  public init(grams: Double) { self.grams = grams }
  public init(persistedValue: Double) { grams = persistedValue }
  public var persistableValue: Double { grams }
}

/// Stored as text, and not every text is one.
public struct Waybill: FailableCustomPersistable, Hashable, Sendable {
  public typealias PersistedType = String
  public var number: Int

  public init(number: Int) { self.number = number }
  public init?(persistedValue: String) {
    guard persistedValue.hasPrefix("W"), let number = Int(persistedValue.dropFirst()) else { return nil }
    self.number = number
  }
  public var persistableValue: String { "W\(number)" }
}

/// What hides that it is optional.
public typealias MaybeState = Carrier.State?
/// What hides that it is a collection.
public typealias States = List<Carrier.State>
