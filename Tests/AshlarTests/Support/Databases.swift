import Ashlar
import Foundation
import TestSupport

/// A database of its own in memory.
func memoryRealm(_ types: [ObjectBase.Type]? = nil, _ name: String = UUID().uuidString) throws -> Realm {
  try Realm(configuration: memory(name, types))
}

func memory(_ name: String = UUID().uuidString, _ types: [ObjectBase.Type]? = nil) -> Realm.Configuration {
  Realm.Configuration(inMemoryIdentifier: name, objectTypes: types)
}

extension Realm.Configuration {
  /// The same, with every access checked: otherwise what runs next on the same thread is not noticed.
  var checked: Realm.Configuration {
    var configuration = self
    configuration.checksEveryAccess = true
    return configuration
  }
}

extension TemporaryFolder {
  /// As `configuration`, with commits that wait for the disk.
  func durable() -> Realm.Configuration { Realm.Configuration(fileURL: url()) }

  /// A configuration for a file in the folder.
  func configuration(_ name: String = "data.realm", _ types: [ObjectBase.Type]? = nil) -> Realm.Configuration {
    Realm.Configuration(fileURL: url(name), objectTypes: types, durability: .unsynced)
  }

  /// The URL of a file in the folder.
  func url(_ name: String = "data.realm") -> URL { url.appendingPathComponent(name) }
}
