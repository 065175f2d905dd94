#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  private struct ConfigurationKey: EnvironmentKey {
    static let defaultValue: Realm.Configuration? = nil
  }

  extension EnvironmentValues {
    /// The configuration of the Realm of views that name none: `.environment(\.realmConfiguration, configuration)`. The default configuration where
    /// none is set.
    public var realmConfiguration: Realm.Configuration {
      get { self[ConfigurationKey.self] ?? .defaultConfiguration }
      set { self[ConfigurationKey.self] = newValue }
    }

    /// The main actor's Realm with `realmConfiguration`; setting it sets that. A Realm that cannot be opened stops the program.
    public var realm: Realm {
      get {
        do {
          return try Realm(configuration: realmConfiguration)
        } catch {
          fatalError("The Realm of the environment cannot be opened: \(error)")
        }
      }
      set { realmConfiguration = newValue.configuration }
    }
  }
#endif
