/// The points that are no further from a point than a radius, along great circles.
public struct GeoCircle: RealmGeospatial, Hashable {
  /// The point in the middle.
  public let center: GeoPoint
  /// The radius in radians of a great circle. From π on the circle is the whole earth.
  public let radiusInRadians: Double

  /// A circle; nil for a negative radius.
  public init?(center: GeoPoint, radiusInRadians: Double) {
    guard radiusInRadians >= 0 else { return nil }
    (self.center, self.radiusInRadians) = (center, radiusInRadians)
  }

  /// A circle.
  public init(center: GeoPoint, radius: Distance) { (self.center, radiusInRadians) = (center, radius.asRadians()) }

  /// A circle around a latitude and a longitude; nil where these are no point, or the radius is negative.
  public init?(center: (Double, Double), radiusInRadians: Double) {
    guard let center = GeoPoint(center) else { return nil }
    self.init(center: center, radiusInRadians: radiusInRadians)
  }

  /// A circle around a latitude and a longitude; nil where these are no point.
  public init?(center: (Double, Double), radius: Distance) {
    guard let center = GeoPoint(center) else { return nil }
    self.init(center: center, radius: radius)
  }

  /// The region.
  public func _region() throws(_GeoProblem) -> _GeoRegion {
    let (center, radius) = (SphereVector(center), radiusInRadians)
    return _GeoRegion(self) { SphereVector($0).angle(to: center) <= radius + SphereVector.tolerance }
  }
}

extension GeoCircle: CustomStringConvertible {
  /// As predicates in text have it: the centre, longitude first, and the radius in radians.
  public var description: String { "GeoCircle(\(center), \(radiusInRadians))" }
}
