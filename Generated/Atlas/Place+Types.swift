// Written by hand: the types that the schema stores through others, an external enum, and what a default names.

public import Ashlar

/// Text that begins as web addresses do.
public struct WebAddress: FailableCustomPersistable, Sendable {
  public typealias PersistedType = String

  /// The address as text.
  public let text: String

  public init?(persistedValue: String) {
    guard persistedValue.hasPrefix("https://") else { return nil }
    text = persistedValue
  }

  public var persistableValue: String { text }
}

/// A length.
public struct Metres: CustomPersistable, Comparable, Sendable {
  public typealias PersistedType = Double

  /// How many.
  public let count: Double

  public init(persistedValue: Double) { count = persistedValue }

  public var persistableValue: Double { count }

  public static func < (a: Metres, b: Metres) -> Bool { a.count < b.count }
}

/// A place on the globe, in degrees.
public struct Coordinate: CustomPersistable, Sendable {
  public typealias PersistedType = CoordinateStorage

  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  public init(persistedValue: CoordinateStorage) {
    self.init(latitude: persistedValue.latitude, longitude: persistedValue.longitude)
  }

  public var persistableValue: CoordinateStorage {
    let storage = CoordinateStorage()
    storage.latitude = latitude
    storage.longitude = longitude
    return storage
  }
}

/// What the ground is like.
public enum Terrain {
  public enum Surface: Int, PersistableEnum, Sendable {
    case rock, sand, gravel
  }
}

enum PlaceDefaults {
  static let visits = 7
}
