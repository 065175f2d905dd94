/// A point on the earth.
///
/// ```swift
/// let stockholm = GeoPoint(latitude: 59.33, longitude: 18.07)!
/// ```
///
/// Objects store points as embedded objects with the properties `type` and `coordinates`; see the guide, *Reading and querying*.
public struct GeoPoint: Hashable, Sendable {
  /// The latitude in degrees, from -90 at the south pole to 90 at the north pole.
  public let latitude: Double
  /// The longitude in degrees east of Greenwich, from -180 to 180.
  public let longitude: Double
  /// The altitude in meters above the ground. Conditions ignore it.
  public let altitude: Double

  /// Creates a point; nil if an argument is out of range or NaN.
  ///
  /// ```swift
  /// guard let point = GeoPoint(latitude: latitude, longitude: longitude) else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: Degrees in -90…90.
  ///   - longitude: Degrees in -180…180.
  ///   - altitude: Meters, at least 0.
  public init?(latitude: Double, longitude: Double, altitude: Double = 0) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), altitude >= 0 else { return nil }
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
  }

  /// - Parameter pair: The latitude and the longitude.
  init?(_ pair: (Double, Double)) { self.init(latitude: pair.0, longitude: pair.1) }
}

extension GeoPoint: CustomStringConvertible {
  /// The point as predicate text spells it: the longitude, the latitude and, unless it is 0, the altitude.
  public var description: String { altitude == 0 ? "[\(longitude), \(latitude)]" : "[\(longitude), \(latitude), \(altitude)]" }
}
