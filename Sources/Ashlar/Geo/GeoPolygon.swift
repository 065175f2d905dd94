/// A region within a ring of points, without those within holes. Its edges are the shortest lines between the points, along great
/// circles, and belong to it, those of holes as well.
///
/// Of the two parts that a ring divides the earth into, the smaller one is meant, whichever way the points go around it.
public struct GeoPolygon: RealmGeospatial, Hashable {
  /// The ring around the polygon. The last point is the first.
  public let outerRing: [GeoPoint]
  /// Rings around what does not belong to it. Of each the last point is the first.
  public let holes: [[GeoPoint]]

  /// A polygon; nil where a ring has fewer than four points, or its last one is not its first.
  public init?(outerRing: [GeoPoint], holes: [[GeoPoint]]) {
    guard ([outerRing] + holes).allSatisfy({ $0.count >= 4 && $0.first == $0.last }) else { return nil }
    (self.outerRing, self.holes) = (outerRing, holes)
  }

  /// A polygon; nil where a ring has fewer than four points, or its last one is not its first.
  public init?(outerRing: [GeoPoint], holes: [GeoPoint]...) { self.init(outerRing: outerRing, holes: holes) }

  /// A polygon of latitudes and longitudes; nil where one is not a point, a ring has fewer than four, or its last one is not its first.
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

  /// A polygon of latitudes and longitudes; nil where one is not a point, a ring has fewer than four, or its last one is not its first.
  public init?(outerRing: [(Double, Double)], holes: [(Double, Double)]...) { self.init(outerRing: outerRing, holes: holes) }

  /// Throws where a ring has fewer than three different points, crosses or touches itself, or a hole is not within the outer ring.
  /// O(edges²).
  public func _region() throws(_GeoProblem) -> _GeoRegion {
    let outer = try SphereRing(outerRing, "the outer ring")
    var inner: [SphereRing] = []
    for (index, hole) in holes.enumerated() {
      let ring = try SphereRing(hole, "hole \(index + 1)")
      guard ring.isWithin(outer) else { throw _GeoProblem(message: "hole \(index + 1) does not lie within the outer ring") }
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
  /// As predicates in text have it, longitudes first.
  public var description: String {
    "GeoPolygon(\(([outerRing] + holes).map { "{\($0.map(\.description).joined(separator: ", "))}" }.joined(separator: ", ")))"
  }
}
