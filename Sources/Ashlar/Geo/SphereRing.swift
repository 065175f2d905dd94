#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A simple closed curve on a sphere (one that does not touch itself), and the smaller of the two parts into which it divides the sphere.
struct SphereRing {
  /// The shortest line between two points.
  struct Edge {
    let start, end: SphereVector
    /// The unit vector perpendicular to both points, on the left of the direction from start to end.
    let normal: SphereVector

    init(_ start: SphereVector, _ end: SphereVector) {
      (self.start, self.end) = (start, end)
      normal = start.normal(to: end)
    }

    /// Returns the distance of a point from the edge, in radians.
    func distance(to point: SphereVector) -> Double {
      // If the condition holds, the nearest point is between the ends of the edge; otherwise, it is one of the ends.
      if normal.cross(start).dot(point) >= 0, end.cross(normal).dot(point) >= 0 { return abs(asin(max(-1, min(1, normal.dot(point))))) }
      return min(start.angle(to: point), end.angle(to: point))
    }

    func touches(_ point: SphereVector) -> Bool { distance(to: point) <= SphereVector.tolerance }

    /// Returns whether the edges intersect at a point that is not an end of either.
    func crosses(_ other: Edge) -> Bool {
      let (a, b) = (normal.dot(other.start), normal.dot(other.end))
      let (c, d) = (other.normal.dot(start), other.normal.dot(end))
      guard a * b < 0, c * d < 0 else { return false }
      // Each edge intersects the other's great circle. The great circles intersect at two opposite points of the sphere.
      let crossing = normal.cross(other.normal)
      return (crossing.dot(start + end) > 0) == (crossing.dot(other.start + other.end) > 0)
    }
  }

  /// The inside is on the left of each edge.
  private let edges: [Edge]
  // Interior points, each next to the middle of an edge. For every point of the sphere, at least one of them is not opposite to it.
  private let insides: [SphereVector]

  /// - Parameter name: The name of the ring in messages.
  init(_ points: [GeoPoint], _ name: String) throws(_GeoProblem) {
    var corners: [SphereVector] = []
    for point in points.dropLast() {
      let corner = SphereVector(point)
      if corners.last.map(corner.isNear) != true { corners.append(corner) }
    }
    while corners.count > 1, let last = corners.last, last.isNear(corners[0]) { corners.removeLast() }
    guard corners.count >= 3 else { throw _GeoProblem(message: "\(name) has fewer than three different points") }
    var edges: [Edge] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      if corner.isNear(next * -1) { throw _GeoProblem(message: "an edge of \(name) joins two antipodal points") }
      edges.append(Edge(corner, next))
    }
    for first in edges.indices {
      for second in edges.indices.dropFirst(first + 1) {
        let (a, b) = (edges[first], edges[second])
        let isNext = second == first + 1
        let isBefore = first == 0 && second == edges.count - 1
        let isBad =
          if isNext || isBefore {
            // The edges share a corner; the other end of each must not be on the other edge.
            a.touches(isNext ? b.end : b.start) || b.touches(isNext ? a.start : a.end)
          } else {
            a.crosses(b) || a.touches(b.start) || a.touches(b.end) || b.touches(a.start) || b.touches(a.end)
          }
        if isBad { throw _GeoProblem(message: "edges \(first + 1) and \(second + 1) of \(name) cross") }
      }
    }
    // The sum of the angles by which the curve turns left is 2π minus the area on the left.
    var turned = 0.0
    for (index, edge) in edges.enumerated() {
      let next = edges[(index + 1) % edges.count]
      turned += atan2(edge.normal.cross(next.normal).dot(edge.end), edge.normal.dot(next.normal))
    }
    if turned < 0 { edges = edges.reversed().map { Edge($0.end, $0.start) } }
    self.edges = edges
    insides = edges.indices.prefix(3).map { index in
      let edge = edges[index]
      let middle = (edge.start + edge.end).unit
      var room = edge.start.angle(to: edge.end)
      for (other, each) in edges.enumerated() where other != index { room = min(room, each.distance(to: middle)) }
      return (middle + edge.normal * (room / 2)).unit
    }
  }

  /// Returns whether a point is on an edge.
  func isOnEdge(_ point: SphereVector) -> Bool { edges.contains { $0.touches(point) } }

  /// Returns whether a point is inside the ring or on an edge.
  func contains(_ point: SphereVector) -> Bool {
    if isOnEdge(point) { return true }
    // Connects the point with a known interior point: the point is inside if the connection crosses the ring an even number of times. An
    // interior point that is nearly opposite or very near is avoided, because the direction to it is imprecise.
    let inside = insides.max { abs($0.cross(point).length) < abs($1.cross(point).length) } ?? point
    let way = Edge(point, inside)
    var isInside = true
    for edge in edges {
      // A corner on the great circle of the connection is always assigned to the same side, so that its two edges agree.
      let (start, end) = (way.normal.dot(edge.start) >= 0, way.normal.dot(edge.end) >= 0)
      if start == end { continue }
      var crossing = edge.normal.cross(way.normal)
      if crossing.dot(edge.start + edge.end) < 0 { crossing = crossing * -1 }
      if way.normal.cross(way.start).dot(crossing) > 0, way.end.cross(way.normal).dot(crossing) > 0 { isInside.toggle() }
    }
    return isInside
  }

  /// Returns whether this ring is inside another ring, which it may touch.
  func isWithin(_ other: SphereRing) -> Bool {
    edges.allSatisfy { edge in other.contains(edge.start) && !other.edges.contains { $0.crosses(edge) } }
      && insides.allSatisfy(other.contains)
  }
}
