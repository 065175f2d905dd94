/// A point on the earth.
public struct GeoPoint: Hashable, Sendable {
  /// Degrees, from -90 at the south pole to 90 at the north pole.
  public let latitude: Double
  /// Degrees, from -180 to 180, east of Greenwich.
  public let longitude: Double
  /// Metres above the ground. Conditions do not look at it.
  public let altitude: Double

  /// Nil for a latitude outside -90…90, a longitude outside -180…180, a negative altitude, and for NaN.
  public init?(latitude: Double, longitude: Double, altitude: Double = 0) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), altitude >= 0 else { return nil }
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
  }

  /// - Parameter pair: latitude and longitude.
  init?(_ pair: (Double, Double)) { self.init(latitude: pair.0, longitude: pair.1) }
}

extension GeoPoint: CustomStringConvertible {
  /// As predicates in text have it: longitude and latitude.
  public var description: String { altitude == 0 ? "[\(longitude), \(latitude)]" : "[\(longitude), \(latitude), \(altitude)]" }
}
