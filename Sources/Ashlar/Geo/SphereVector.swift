#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A unit vector from the center of the earth, or a vector computed from such vectors.
struct SphereVector {
  /// The maximum error in radians that rounding may cause for a point on an edge: less than a tenth of a micrometer on the earth.
  static let tolerance = 1e-14

  let x, y, z: Double

  init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  init(_ point: GeoPoint) {
    let (latitude, longitude) = (SphereVector.sineAndCosine(point.latitude), SphereVector.sineAndCosine(point.longitude))
    self.init(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
  }

  // Returns the sine and cosine of an angle in degrees: exact at multiples of 90, so that both longitudes of the antimeridian are the same
  // vector.
  private static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded()
    let rest = (degrees - quarter * 90) * .pi / 180
    let (sine, cosine) = (sin(rest), cos(rest))
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  static func + (a: SphereVector, b: SphereVector) -> SphereVector { SphereVector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func - (a: SphereVector, b: SphereVector) -> SphereVector { SphereVector(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func * (a: SphereVector, factor: Double) -> SphereVector { SphereVector(a.x * factor, a.y * factor, a.z * factor) }

  func dot(_ other: SphereVector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: SphereVector) -> SphereVector {
    SphereVector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// Returns the unit vector perpendicular to two directions. It is accurate even if they are nearly equal or opposite, where rounding
  /// would dominate the cross product.
  func normal(to other: SphereVector) -> SphereVector { ((self + other).cross(other - self) * 0.5).unit }

  var length: Double { dot(self).squareRoot() }
  var unit: SphereVector { self * (1 / length) }

  /// Returns the angle between two directions in radians.
  func angle(to other: SphereVector) -> Double { atan2(cross(other).length, dot(other)) }

  /// Returns whether two directions are equal within the rounding error.
  func isNear(_ other: SphereVector) -> Bool { (self - other).length <= SphereVector.tolerance }
}
