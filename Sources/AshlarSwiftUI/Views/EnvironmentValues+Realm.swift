#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  private struct ConfigurationKey: EnvironmentKey {
    static let defaultValue: Realm.Configuration? = nil
  }

  extension EnvironmentValues {
    /// The configuration of the Realm for views that do not specify one; the default configuration if none was set.
    ///
    /// ```swift
    /// ContentView().environment(\.realmConfiguration, configuration)
    /// ```
    public var realmConfiguration: Realm.Configuration {
      get { self[ConfigurationKey.self] ?? .defaultConfiguration }
      set { self[ConfigurationKey.self] = newValue }
    }

    /// The main actor's Realm for `realmConfiguration`. Setting the Realm sets `realmConfiguration` to the configuration of the new Realm.
    /// Stops the program if the Realm cannot be opened.
    ///
    /// See the guide, *Observing*.
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
