/// A region between two meridians and two parallels, which belong to it.
///
/// A box whose left side has the greater longitude crosses the antimeridian.
public struct GeoBox: RealmGeospatial, Hashable {
  /// The corner in the south west.
  public let bottomLeft: GeoPoint
  /// The corner in the north east.
  public let topRight: GeoPoint

  /// A box from its corners in the south west and the north east.
  public init(bottomLeft: GeoPoint, topRight: GeoPoint) { (self.bottomLeft, self.topRight) = (bottomLeft, topRight) }

  /// A box from the latitudes and longitudes of its corners; nil where one is not a point.
  public init?(bottomLeft: (Double, Double), topRight: (Double, Double)) {
    guard let bottomLeft = GeoPoint(bottomLeft), let topRight = GeoPoint(topRight) else { return nil }
    self.init(bottomLeft: bottomLeft, topRight: topRight)
  }

  /// Throws where the lower corner is the upper one.
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
  /// As predicates in text have it, longitudes first.
  public var description: String { "GeoBox(\(bottomLeft), \(topRight))" }
}
