import Ashlar
import Foundation

// What the schema leaves to Swift.

public enum Article {
  public enum Kind: String, PersistableEnum, Sendable {
    case news, essay
  }
}

extension URL: FailableCustomPersistable {
  public typealias PersistedType = String

  public init?(persistedValue: String) {
    self.init(string: persistedValue)
  }

  public var persistableValue: String { absoluteString }
}

public struct GeoPoint: CustomPersistable, Codable, Sendable {
  public typealias PersistedType = GeoPointStorage

  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  public init(persistedValue: GeoPointStorage) {
    self.init(latitude: persistedValue.latitude, longitude: persistedValue.longitude)
  }

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
