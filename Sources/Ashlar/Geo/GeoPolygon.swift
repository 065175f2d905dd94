/// The region inside a ring of points, except for holes. Its edges are the shortest lines between the points, along great circles; they
/// belong to the region, and so do the edges of holes.
///
/// ```swift
/// let ring = [(59.2, 17.8), (59.2, 18.3), (59.5, 18.0), (59.2, 17.8)]
/// let shops = realm.objects(Shop.self).where { $0.location.geoWithin(GeoPolygon(outerRing: ring)!) }
/// ```
///
/// A ring divides the earth's surface into two parts. The smaller one is the region, regardless of the direction of the points.
public struct GeoPolygon: RealmGeospatial, Hashable {
  /// The ring around the polygon. The last point equals the first.
  public let outerRing: [GeoPoint]
  /// The rings around the holes. The last point of each equals its first.
  public let holes: [[GeoPoint]]

  /// Creates a polygon; nil if a ring has fewer than four points or does not end at its first point.
  public init?(outerRing: [GeoPoint], holes: [[GeoPoint]]) {
    guard ([outerRing] + holes).allSatisfy({ $0.count >= 4 && $0.first == $0.last }) else { return nil }
    (self.outerRing, self.holes) = (outerRing, holes)
  }

  /// Creates a polygon; nil if a ring has fewer than four points or does not end at its first point.
  public init?(outerRing: [GeoPoint], holes: [GeoPoint]...) { self.init(outerRing: outerRing, holes: holes) }

  /// Creates a polygon from latitudes and longitudes in degrees; nil if a pair is not a valid point, or if a ring has fewer than four
  /// points or does not end at its first point.
  public init?(outerRing: [(Double, Double)], holes: [[(Double, Double)]]) {
    func points(_ ring: [(Double, Double)]) -> [GeoPoint]? {
      let points = ring.compactMap { GeoPoint($0) }
      return points.count == ring.count ? points : nil
    }
    guard let outer = points(outerRing) else { return nil }
    let inner = holes.compactMap(points)
    guard inner.count == holes.count else { return nil }
    self.init(outerRing: outer, holes: inner)
  }

  /// Creates a polygon from latitudes and longitudes in degrees; nil if a pair is not a valid point, or if a ring has fewer than four
  /// points or does not end at its first point.
  ///
  /// ```swift
  /// GeoPolygon(outerRing: [(59.2, 17.8), (59.2, 18.3), (59.5, 18.0), (59.2, 17.8)])
  /// ```
  public init?(outerRing: [(Double, Double)], holes: [(Double, Double)]...) { self.init(outerRing: outerRing, holes: holes) }

  /// Returns the region. Throws if a ring has fewer than three different points, has an edge between two opposite points of the earth, or
  /// crosses or touches itself, or if a hole is not inside the outer ring. Complexity: O(edges²).
  public func _region() throws(_GeoProblem) -> _GeoRegion {
    let outer = try SphereRing(outerRing, "the outer ring")
    var inner: [SphereRing] = []
    for (index, hole) in holes.enumerated() {
      let ring = try SphereRing(hole, "hole \(index + 1)")
      guard ring.isWithin(outer) else { throw _GeoProblem(message: "hole \(index + 1) is not within the outer ring") }
      inner.append(ring)
    }
    let rings = inner
    return _GeoRegion(self) { point in
      let point = SphereVector(point)
      return outer.contains(point) && !rings.contains { $0.contains(point) && !$0.isOnEdge(point) }
    }
  }
}

extension GeoPolygon: CustomStringConvertible {
  /// The polygon as predicate text spells it, longitudes first.
  public var description: String {
    "GeoPolygon(\(([outerRing] + holes).map { "{\($0.map(\.description).joined(separator: ", "))}" }.joined(separator: ", ")))"
  }
}
