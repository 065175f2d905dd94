public import Ashlar
public import Foundation

/// The file of a station: its place, and the readings that have not been sent.
public struct StationFile: Sendable {
  /// The configuration of the file's Realms and of its sender.
  public let configuration: Realm.Configuration
  private let code: String
  private let name: String

  /// A station's file; it is opened by the first reading.
  /// - Parameters:
  ///   - code: the place's key, which is sent with each reading.
  ///   - name: the place's name, which is not sent.
  public init(_ file: URL, code: String, name: String) {
    var configuration = Realm.Configuration(fileURL: file, objectTypes: [Place.self, Reading.self])
    // A year of one reading per second. When the outbox is full, `record` throws, and no stored reading is lost.
    configuration.outbox = .init(maximumObjects: 32_000_000, maximumBytes: 4 << 30)
    self.configuration = configuration
    self.code = code
    self.name = name
  }

  /// Stores either all of the measurements or none. After it has returned, they are in the file, whether or not there is a network.
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

  /// The readings that have not been sent.
  public func status() throws -> Realm.OutboxStatus? {
    let realm = try Realm(configuration: configuration)
    realm.refresh()
    return realm.outboxStatus
  }
}

/// The values of the instruments.
public struct Measurement: Sendable {
  /// The time of the measurement.
  public var at: Date
  /// The temperature.
  public var celsius: Double
  /// The relative humidity in percent.
  public var humidity: Double?

  /// A measurement.
  public init(at: Date, celsius: Double, humidity: Double? = nil) {
    self.at = at
    self.celsius = celsius
    self.humidity = humidity
  }
}
