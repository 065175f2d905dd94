/// The points whose distance from a center, along great circles, is at most a radius.
///
/// ```swift
/// let circle = GeoCircle(center: (59.33, 18.07), radius: .kilometers(5)!)!
/// let shops = realm.objects(Shop.self).where { $0.location.geoWithin(circle) }
/// ```
public struct GeoCircle: RealmGeospatial, Hashable {
  /// The center of the circle.
  public let center: GeoPoint
  /// The radius in radians of a great circle. A circle with a radius of π or more covers the whole earth.
  public let radiusInRadians: Double

  /// Creates a circle with a radius in radians; nil if the radius is negative or NaN.
  public init?(center: GeoPoint, radiusInRadians: Double) {
    guard radiusInRadians >= 0 else { return nil }
    (self.center, self.radiusInRadians) = (center, radiusInRadians)
  }

  /// Creates a circle.
  ///
  /// ```swift
  /// let stockholm = GeoPoint(latitude: 59.33, longitude: 18.07)!
  /// let circle = GeoCircle(center: stockholm, radius: .miles(3)!)
  /// ```
  public init(center: GeoPoint, radius: Distance) { (self.center, radiusInRadians) = (center, radius.asRadians()) }

  /// Creates a circle around a latitude and a longitude in degrees, with a radius in radians; nil if the center is not a valid point, or if
  /// the radius is negative or NaN.
  public init?(center: (Double, Double), radiusInRadians: Double) {
    guard let center = GeoPoint(center) else { return nil }
    self.init(center: center, radiusInRadians: radiusInRadians)
  }

  /// Creates a circle around a latitude and a longitude in degrees, `GeoCircle(center: (59.33, 18.07), radius: near)`; nil if the center is
  /// not a valid point.
  public init?(center: (Double, Double), radius: Distance) {
    guard let center = GeoPoint(center) else { return nil }
    self.init(center: center, radius: radius)
  }

  /// Returns the region. Never throws.
  public func _region() throws(_GeoProblem) -> _GeoRegion {
    let (center, radius) = (SphereVector(center), radiusInRadians)
    return _GeoRegion(self) { SphereVector($0).angle(to: center) <= radius + SphereVector.tolerance }
  }
}

extension GeoCircle: CustomStringConvertible {
  /// The circle as predicate text spells it: the center, longitude first, and the radius in radians.
  public var description: String { "GeoCircle(\(center), \(radiusInRadians))" }
}
