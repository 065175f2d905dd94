public import RealmSwift

// Written by hand: what the printed classes store through others, and values that their schemas have as code.

/// Text that begins as web addresses do.
public struct WebAddress: FailableCustomPersistable, Hashable, Sendable {
  /// What is stored.
  public typealias PersistedType = String

  /// The address as text.
  public let text: String

  /// The value of what is stored; nil where there is none.
  public init?(persistedValue: String) {
    guard persistedValue.hasPrefix("https://") else { return nil }
    text = persistedValue
  }

  /// What is stored of it.
  public var persistableValue: String { text }
}

/// A length.
public struct Metres: CustomPersistable, Hashable, Sendable {
  /// What is stored.
  public typealias PersistedType = Double

  /// How many.
  public let count: Double

  /// The value of what is stored.
  public init(persistedValue: Double) { count = persistedValue }

  /// What is stored of it.
  public var persistableValue: Double { count }
}

/// A place on the globe, in degrees.
public struct Coordinate: CustomPersistable, Hashable, Sendable {
  /// What is stored.
  public typealias PersistedType = CoordinateStorage

  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  /// The value of what is stored.
  public init(persistedValue: CoordinateStorage) { (latitude, longitude) = (persistedValue.latitude, persistedValue.longitude) }

  /// What is stored of it.
  public var persistableValue: CoordinateStorage {
    let storage = CoordinateStorage()
    (storage.latitude, storage.longitude) = (latitude, longitude)
    return storage
  }
}

/// An address that any text is.
public struct PostSite: CustomPersistable, Hashable, Sendable {
  /// What is stored.
  public typealias PersistedType = String

  /// The address as text.
  public let text: String

  /// The value of what is stored.
  public init(persistedValue: String) { text = persistedValue }

  /// What is stored of it.
  public var persistableValue: String { text }
}

/// What `Bookshop` stores as `URL`. Two modules of a program should not make one type persistable.
public struct BookAddress: FailableCustomPersistable, Hashable, Sendable {
  /// What is stored.
  public typealias PersistedType = String

  /// The address as text.
  public let text: String

  /// The value of what is stored; nil where there is none.
  public init?(persistedValue: String) {
    guard persistedValue.hasPrefix("https://") else { return nil }
    text = persistedValue
  }

  /// What is stored of it.
  public var persistableValue: String { text }
}

/// What the ground is like.
public enum Surface: Int, PersistableEnum, Codable {
  case rock, sand, gravel
}

/// An outline.
public enum Shape: String, PersistableEnum, Codable {
  case round = "r"
  case square = "s"
}

/// There is no case for zero, which new objects must not begin with.
public enum Layer: Int, PersistableEnum, Codable {
  case front = 7
  case back = 8
}

func made(_ property: String) -> Int { property == "visits" ? 7 : 2 }
func made(_ property: String) -> Surface { .gravel }
func made(_ property: String) -> Metres { Metres(persistedValue: 12.5) }
func made(_ property: String) -> WebAddress {
  guard let address = WebAddress(persistedValue: "https://example.org") else { fatalError("'\(property)' has no address") }
  return address
}
