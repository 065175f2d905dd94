/// A region between two meridians and two parallels, including its edges.
///
/// ```swift
/// let box = GeoBox(bottomLeft: (59.0, 17.5), topRight: (59.6, 18.5))!
/// let shops = realm.objects(Shop.self).where { $0.location.geoWithin(box) }
/// ```
///
/// A box whose left longitude is greater than its right one crosses the antimeridian.
public struct GeoBox: RealmGeospatial, Hashable {
  /// The southwestern corner.
  public let bottomLeft: GeoPoint
  /// The northeastern corner.
  public let topRight: GeoPoint

  /// Creates a box from its southwestern and northeastern corners.
  ///
  /// ```swift
  /// let box = GeoBox(
  ///   bottomLeft: GeoPoint(latitude: 59.0, longitude: 17.5)!, topRight: GeoPoint(latitude: 59.6, longitude: 18.5)!)
  /// ```
  public init(bottomLeft: GeoPoint, topRight: GeoPoint) { (self.bottomLeft, self.topRight) = (bottomLeft, topRight) }

  /// Creates a box from the latitudes and longitudes of its corners, in degrees; nil if a corner is not a valid point.
  ///
  /// ```swift
  /// GeoBox(bottomLeft: (59.0, 17.5), topRight: (59.6, 18.5))
  /// ```
  public init?(bottomLeft: (Double, Double), topRight: (Double, Double)) {
    guard let bottomLeft = GeoPoint(bottomLeft), let topRight = GeoPoint(topRight) else { return nil }
    self.init(bottomLeft: bottomLeft, topRight: topRight)
  }

  /// Returns the region. Throws if the latitude of `bottomLeft` is greater than that of `topRight`.
  public func _region() throws(_GeoProblem) -> _GeoRegion {
    guard bottomLeft.latitude <= topRight.latitude else {
      throw _GeoProblem(message: "the latitude of 'bottomLeft' is greater than that of 'topRight'")
    }
    let (south, north) = (bottomLeft.latitude, topRight.latitude)
    let (west, east) = (bottomLeft.longitude, topRight.longitude)
    return _GeoRegion(self) { point in
      guard south <= point.latitude, point.latitude <= north else { return false }
      // All meridians meet at the poles.
      if abs(point.latitude) == 90 { return true }
      func lies(_ longitude: Double) -> Bool {
        west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
      }
      // The antimeridian has two longitudes.
      return lies(point.longitude) || abs(point.longitude) == 180 && lies(-point.longitude)
    }
  }
}

extension GeoBox: CustomStringConvertible {
  /// The box as predicate text spells it, longitudes first.
  public var description: String { "GeoBox(\(bottomLeft), \(topRight))" }
}
