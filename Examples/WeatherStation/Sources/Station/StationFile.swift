public import Ashlar
public import Foundation

/// The file of a station: where it stands, and the readings that wait to be sent.
public struct StationFile: Sendable {
  /// What Realms of the file, and its sender, are opened with.
  public let configuration: Realm.Configuration
  private let code: String
  private let name: String

  /// A station's file; it is opened by the first reading.
  /// - Parameters:
  ///   - code: the place's key, which is sent with each reading.
  ///   - name: the place's name, which stays in the file.
  public init(_ file: URL, code: String, name: String) {
    var configuration = Realm.Configuration(fileURL: file, objectTypes: [Place.self, Reading.self])
    // A year of readings, one a second. Beyond it `record` throws, and nothing that waits is lost.
    configuration.outbox = .init(maximumObjects: 32_000_000, maximumBytes: 4 << 30)
    self.configuration = configuration
    self.code = code
    self.name = name
  }

  /// Stores measurements, all or none. They are in the file when this returns, whether or not there is a network.
  public func record(_ measurements: [Measurement]) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      let place = realm.create(Place.self, value: ["code": code, "name": name], update: .modified)
      for measurement in measurements {
        let reading = Reading()
        reading._id = UUID()
        reading.place = place
        reading.at = measurement.at
        reading.celsius = measurement.celsius
        reading.humidity = measurement.humidity
        realm.create(Reading.self, value: reading)
      }
    }
  }

  /// What waits.
  public func status() throws -> Realm.OutboxStatus? {
    let realm = try Realm(configuration: configuration)
    realm.refresh()
    return realm.outboxStatus
  }
}

/// What the instruments say.
public struct Measurement: Sendable {
  /// When.
  public var at: Date
  /// The temperature.
  public var celsius: Double
  /// Relative, in percent.
  public var humidity: Double?

  /// A measurement.
  public init(at: Date, celsius: Double, humidity: Double? = nil) {
    self.at = at
    self.celsius = celsius
    self.humidity = humidity
  }
}
