import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Points in regions")
struct RegionTests {
  private func contains(_ shape: (any RealmGeospatial)?, _ latitude: Double, _ longitude: Double) throws -> Bool {
    try #require(shape)._region().contains(try #require(GeoPoint(latitude: latitude, longitude: longitude)))
  }

  // MARK: - Boxes

  @Test("a box has its edges")
  func boxes() throws {
    let box = GeoBox(bottomLeft: (-10, 20), topRight: (30, 40))
    for (latitude, longitude) in [(-10.0, 20.0), (30, 40), (0, 30), (-10, 30), (0, 40)] { #expect(try contains(box, latitude, longitude)) }
    for (latitude, longitude) in [(-10.001, 30), (30.001, 30), (0, 19.999), (0, 40.001), (0, -150)] {
      #expect(try !contains(box, latitude, longitude))
    }
  }

  @Test("a box whose left side is further east crosses the antimeridian")
  func antimeridian() throws {
    let box = GeoBox(bottomLeft: (-10, 170), topRight: (10, -170))
    for longitude in [170.0, 175, 180, -180, -175, -170] { #expect(try contains(box, 0, longitude)) }
    for longitude in [169.0, 0, -169] { #expect(try !contains(box, 0, longitude)) }
    // The antimeridian has two longitudes.
    #expect(try contains(GeoBox(bottomLeft: (-10, 170), topRight: (10, 180)), 0, -180))
    #expect(try contains(GeoBox(bottomLeft: (-10, -180), topRight: (10, -170)), 0, 180))
  }

  @Test("a pole has every longitude")
  func poles() throws {
    let box = GeoBox(bottomLeft: (80, 0), topRight: (90, 10))
    #expect(try contains(box, 90, 123))
    #expect(try !contains(box, 89, 123))
    #expect(try contains(GeoCircle(center: (90, 0), radiusInRadians: 0), 90, 77))
    let polygon = GeoPolygon(outerRing: [(80, 0), (80, 120), (80, -120), (80, 0)])
    for longitude in [0.0, 60, 179, -77] { #expect(try contains(polygon, 90, longitude)) }
    #expect(try contains(polygon, 85, 33))
    #expect(try !contains(polygon, 79, 33))
    #expect(try !contains(polygon, -90, 0))
  }

  // MARK: - Circles

  @Test("a circle has its edge, around poles and across the antimeridian")
  func circles() throws {
    let circle = try GeoCircle(center: (0, 179), radius: #require(Distance.degrees(2)))
    #expect(try contains(circle, 0, -179))
    #expect(try contains(circle, 0, 177))
    #expect(try !contains(circle, 0, -178.999))
    #expect(try contains(circle, 2, 179))
    #expect(try !contains(circle, 2.001, 179))
    let north = try GeoCircle(center: (89, 0), radius: #require(Distance.degrees(3)))
    #expect(try contains(north, 88, 180))
    #expect(try !contains(north, 87.9, 180))
    #expect(try contains(GeoCircle(center: (0, 0), radiusInRadians: 4), 0, 180))
    #expect(try contains(GeoCircle(center: (10, 10), radiusInRadians: 0), 10, 10))
    #expect(try !contains(GeoCircle(center: (10, 10), radiusInRadians: 0), 10, 10.0001))
  }

  // MARK: - Polygons

  @Test("a polygon has its edges and corners, and its holes' too")
  func polygons() throws {
    let outer = [(0.0, 0.0), (0, 10), (10, 10), (10, 0), (0, 0)]
    let hole = [(2.0, 2.0), (2, 8), (8, 8), (8, 2), (2, 2)]
    let polygon = GeoPolygon(outerRing: outer, holes: hole)
    // On the equator and on meridians edges are where they are on a plane.
    for (latitude, longitude) in [(0.0, 0.0), (0, 5), (5, 0), (10, 10), (1, 5), (2, 2), (5, 2), (8, 8), (9, 1)] {
      #expect(try contains(polygon, latitude, longitude))
    }
    for (latitude, longitude) in [(5.0, 5.0), (3, 3), (-0.001, 5), (5, 10.001), (-5, -175), (11, 5)] {
      #expect(try !contains(polygon, latitude, longitude))
    }
    // Great circles lead north of parallels.
    #expect(try contains(polygon, 10.03, 5))
    #expect(try contains(GeoPolygon(outerRing: outer, holes: Array(hole.reversed())), 1, 1))
    #expect(try !contains(GeoPolygon(outerRing: outer.reversed(), holes: hole), 5, 5))
  }

  @Test("a polygon is the smaller part, whichever way its points go around it")
  func orientation() throws {
    let ring = [(60.0, 0.0), (60, 120), (60, -120), (60, 0)]
    for ring in [ring, ring.reversed()] {
      #expect(try contains(GeoPolygon(outerRing: ring), 90, 0))
      #expect(try !contains(GeoPolygon(outerRing: ring), -90, 0))
      #expect(try !contains(GeoPolygon(outerRing: ring), 0, 0))
    }
  }

  @Test("a polygon may cross the antimeridian")
  func polygonAtTheAntimeridian() throws {
    let polygon = GeoPolygon(outerRing: [(-10, 170), (-10, -170), (10, -170), (10, 170), (-10, 170)])
    for longitude in [171.0, 180, -180, -171] { #expect(try contains(polygon, 0, longitude)) }
    for longitude in [169.0, 0, -169] { #expect(try !contains(polygon, 0, longitude)) }
  }

  @Test("a point whose way to the inside leads through corners is counted once")
  func corners() throws {
    // The equator has corners of the ring, which a way along it meets.
    let polygon = GeoPolygon(outerRing: [(-10, 0), (0, 10), (10, 0), (0, 5), (-10, 0)])
    #expect(try contains(polygon, 0, 7))
    for longitude in [-20.0, 0, 4, 11, 20, 90, 180, -90] { #expect(try !contains(polygon, 0, longitude)) }
  }

  @Test(
    "a shape that is no region says why",
    arguments: [
      ([[(0.0, 0.0), (0, 0), (1, 1), (0, 0)]], "the outer ring has fewer than three different points"),
      ([[(0, 0), (0, 10), (10, 0), (10, 10), (0, 0)]], "edges 2 and 4 of the outer ring cross"),
      ([[(0, 0), (0, 10), (0, 5), (10, 5), (0, 0)]], "edges 1 and 2 of the outer ring cross"),
      ([[(0, 0), (0, 180), (10, 5), (0, 0)]], "an edge of the outer ring joins two antipodal points"),
      ([[(0, 0), (0, 10), (10, 10), (0, 0)], [(5, 20), (5, 30), (6, 30), (5, 20)]], "hole 1 is not within the outer ring"),
      ([[(0, 0), (0, 10), (10, 10), (0, 0)], [(1, 5), (1, 30), (2, 30), (1, 5)]], "hole 1 is not within the outer ring"),
    ] as [([[(Double, Double)]], String)])
  func problems(rings: [[(Double, Double)]], message: String) throws {
    let polygon = try #require(GeoPolygon(outerRing: rings[0], holes: Array(rings.dropFirst())))
    let problem = #expect(throws: _GeoProblem.self) { try polygon._region() }
    #expect(problem?.message == message)
  }

  @Test("a box has its lower corner below the upper one")
  func order() throws {
    let box = try #require(GeoBox(bottomLeft: (10, 0), topRight: (0, 10)))
    let problem = #expect(throws: _GeoProblem.self) { try box._region() }
    #expect(problem?.message == "the latitude of 'bottomLeft' is greater than that of 'topRight'")
  }

  // MARK: - Compared with other formulas

  private typealias Vector = SIMD3<Double>

  private func vector(_ latitude: Double, _ longitude: Double) -> Vector {
    let (a, b) = (latitude * .pi / 180, longitude * .pi / 180)
    return [cos(a) * cos(b), cos(a) * sin(b), sin(a)]
  }

  private func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
  private func cross(_ a: Vector, _ b: Vector) -> Vector { [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x] }
  private func unit(_ a: Vector) -> Vector { a / dot(a, a).squareRoot() }
  private func degrees(_ a: Vector) -> (Double, Double) {
    (max(-90, min(90, asin(max(-1, min(1, a.z))) * 180 / .pi)), max(-180, min(180, atan2(a.y, a.x) * 180 / .pi)))
  }

  @Test("circles agree with the haversine formula")
  func haversine() throws {
    var generator = SeededGenerator(seed: 2001)
    func any() -> (Double, Double) { (.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator)) }
    for _ in 0..<20_000 {
      let (center, point, radius) = (any(), any(), Double.random(in: 0...3, using: &generator))
      let (a, b) = ((point.0 - center.0) * .pi / 360, (point.1 - center.1) * .pi / 360)
      let half = sin(a) * sin(a) + cos(center.0 * .pi / 180) * cos(point.0 * .pi / 180) * sin(b) * sin(b)
      let angle = 2 * asin(min(1, half.squareRoot()))
      if abs(angle - radius) < 1e-7 { continue }
      #expect(try contains(GeoCircle(center: center, radiusInRadians: radius), point.0, point.1) == (angle < radius))
    }
  }

  // Corners around a point in order, each in a direction and at a distance of its own: the polygon is the triangles between them
  // and the point. All corners are within 85 degrees, so the polygon is smaller than the rest.
  @Test("polygons agree with the triangles that they are made of")
  func triangles() throws {
    var generator = SeededGenerator(seed: 2002)
    var inside = 0
    for _ in 0..<400 {
      let middle = unit(.random(in: -1...1, using: &generator))
      let east = unit(cross(abs(middle.z) > 0.9 ? [1, 0, 0] : [0, 0, 1], middle))
      let north = cross(middle, east)
      let count = 3 + generator.below(9)
      let limit = Double.random(in: 0.01...1.45, using: &generator)
      let corners = (0..<count).map { index -> Vector in
        let direction = (Double(index) + Double.random(in: 0.1...0.9, using: &generator)) / Double(count) * 2 * Double.pi
        let distance = Double.random(in: 0.2...1, using: &generator) * limit
        return middle * cos(distance) + (east * cos(direction) + north * sin(direction)) * sin(distance)
      }
      // Directions of neighbours may be more than half a turn apart: then the triangles do not surround the point.
      func turn(_ a: Vector, _ b: Vector) -> Double { dot(cross(a, b), middle) }
      guard corners.indices.allSatisfy({ turn(corners[$0], corners[($0 + 1) % count]) > 1e-6 }) else { continue }
      var ring = corners.map { degrees($0) } + [degrees(corners[0])]
      if generator.chance(50) { ring.reverse() }
      let region = try #require(GeoPolygon(outerRing: ring))._region()
      for _ in 0..<50 {
        let direction = Double.random(in: 0...(2 * .pi), using: &generator)
        let distance = Double.random(in: 0...(generator.chance(80) ? limit : .pi), using: &generator)
        let point = middle * cos(distance) + (east * cos(direction) + north * sin(direction)) * sin(distance)
        let sides = corners.indices.map { index -> Double in
          let (a, b) = (corners[index], corners[(index + 1) % count])
          return min(dot(cross(middle, a), point), dot(cross(a, b), point), dot(cross(b, middle), point))
        }
        let best = try #require(sides.max())
        if abs(best) < 1e-9 { continue }
        let (latitude, longitude) = degrees(point)
        let found = region.contains(try #require(GeoPoint(latitude: latitude, longitude: longitude)))
        #expect(found == (best > 0), "\(ring), \(latitude) \(longitude)")
        if found { inside += 1 }
      }
    }
    #expect(inside > 2000)
  }
}
