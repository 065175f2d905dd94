import Ashlar
import Testing

@Suite("Points, distances and shapes")
struct ShapeTests {
  @Test("a point is on the earth, or nil")
  func points() {
    #expect(GeoPoint(latitude: 90, longitude: -180) != nil)
    #expect(GeoPoint(latitude: 90.1, longitude: 0) == nil)
    #expect(GeoPoint(latitude: -90.1, longitude: 0) == nil)
    #expect(GeoPoint(latitude: 0, longitude: 180.1) == nil)
    #expect(GeoPoint(latitude: .nan, longitude: 0) == nil)
    #expect(GeoPoint(latitude: 0, longitude: .nan) == nil)
    #expect(GeoPoint(latitude: 0, longitude: 0, altitude: -1) == nil)
    #expect(GeoPoint(latitude: 0, longitude: 0, altitude: .nan) == nil)
    #expect(GeoPoint(latitude: 1, longitude: 2, altitude: 3)?.altitude == 3)
  }

  @Test("a distance has the same length in all units, and is never negative")
  func distances() throws {
    let radian = try #require(Distance.radians(1))
    #expect(radian.asKilometers() == 6378.1)
    #expect(abs(radian.asMiles() - 3963.16) < 0.01)
    #expect(abs(radian.asDegrees() - 57.29578) < 0.00001)
    #expect(abs((try #require(Distance.miles(1))).asKilometers() - 1.609344) < 1e-12)
    #expect(abs((try #require(Distance.kilometers(111))).asDegrees() - 0.99714) < 0.0001)
    #expect(abs((try #require(Distance.degrees(180))).asRadians() - .pi) < 1e-12)
    #expect(Distance.kilometers(-1) == nil)
    #expect(Distance.miles(-1) == nil)
    #expect(Distance.degrees(-1) == nil)
    #expect(Distance.radians(-1) == nil)
    #expect(Distance.radians(.nan) == nil)
  }

  @Test("a shape of what is no point is nil, and so is a ring that is not closed")
  func shapes() {
    #expect(GeoBox(bottomLeft: (0, 0), topRight: (91, 0)) == nil)
    #expect(GeoCircle(center: (0, 0), radiusInRadians: -1) == nil)
    #expect(GeoCircle(center: (0, 181), radiusInRadians: 1) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (1, 1), (0, 0)]) != nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (0, 0)]) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (1, 1), (1, 0)]) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 9), (9, 9), (0, 0)], holes: [(1, 2), (1, 3), (2, 3), (1, 1)]) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 9), (9, 99), (0, 0)], holes: [(1, 2), (1, 3), (2, 3), (1, 2)])?.holes.count == 1)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 9), (99, 9), (0, 0)]) == nil)
  }

  @Test("a shape prints as in predicates, longitudes first")
  func descriptions() {
    #expect(GeoBox(bottomLeft: (1, 2), topRight: (3, 4)).map { "\($0)" } == "GeoBox([2.0, 1.0], [4.0, 3.0])")
    #expect(GeoCircle(center: (1, 2), radiusInRadians: 0.5).map { "\($0)" } == "GeoCircle([2.0, 1.0], 0.5)")
    #expect(
      GeoPolygon(outerRing: [(0, 0), (0, 1), (1, 1), (0, 0)]).map { "\($0)" }
        == "GeoPolygon({[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]})")
  }
}
