import Ashlar
import Foundation

// What the schema leaves to Swift.

/// A piece of writing.
public enum Article {
  /// What an article is.
  public enum Kind: String, PersistableEnum, Sendable {
    case news, essay
  }
}

extension URL: @retroactive FailableCustomPersistable {
  /// Stored as text.
  public typealias PersistedType = String

  /// The address, if the text is one.
  public init?(persistedValue: String) {
    self.init(string: persistedValue)
  }

  /// The address as text.
  public var persistableValue: String { absoluteString }
}

/// A place on the globe, in degrees.
public struct GeoPoint: CustomPersistable, Codable, Sendable {
  /// Stored member by member.
  public typealias PersistedType = GeoPointStorage

  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double

  /// Makes a point.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The point that was stored.
  public init(persistedValue: GeoPointStorage) {
    self.init(latitude: persistedValue.latitude, longitude: persistedValue.longitude)
  }

  /// What is stored.
  public var persistableValue: GeoPointStorage {
    let storage = GeoPointStorage()
    storage.latitude = latitude
    storage.longitude = longitude
    return storage
  }
}

enum Limits {
  static let standard = 12
}

extension Person {
  func fullKeyChanged(_ old: String) { keyChanges.append(old) }
}

/// What `didSet` was called with.
nonisolated(unsafe) var keyChanges: [String] = []

// The schema does not say that addresses are coded, of which the compiler warns: so it is said here.
extension Address: Codable {
  private enum Key: CodingKey {
    case city, country
  }

  /// Makes an unmanaged address.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init()
    city = try container.decode(String.self, forKey: .city)
    country = try container.decode(String.self, forKey: .country)
  }

  /// Encodes the members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(city, forKey: .city)
    try container.encode(country, forKey: .country)
  }
}
