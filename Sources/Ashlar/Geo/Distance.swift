/// A distance on the earth's surface.
///
/// ```swift
/// let near = Distance.kilometers(5)!
/// let shops = realm.objects(Shop.self).where { $0.location.geoWithin(GeoCircle(center: oslo, radius: near)) }
/// ```
public struct Distance: Hashable, Sendable {
  // The earth's radius at the equator, in meters.
  private static let metresPerRadian = 6_378_100.0
  private static let metresPerMile = 1_609.344

  /// The angle along a great circle in radians, at least 0.
  public let radians: Double

  // Returns nil for negative distances and NaN.
  private init?(_ radians: Double) {
    guard radians >= 0 else { return nil }
    self.radians = radians
  }

  /// Creates a distance in kilometers, `Distance.kilometers(5)`; nil for a negative number or NaN.
  public static func kilometers(_ kilometers: Double) -> Distance? { Distance(kilometers * 1000 / metresPerRadian) }
  /// Creates a distance in miles of 1,609.344 meters, `Distance.miles(3)`; nil for a negative number or NaN.
  public static func miles(_ miles: Double) -> Distance? { Distance(miles * metresPerMile / metresPerRadian) }
  /// Creates a distance in degrees of a great circle, `Distance.degrees(0.1)`; nil for a negative number or NaN.
  public static func degrees(_ degrees: Double) -> Distance? { Distance(degrees * .pi / 180) }
  /// Creates a distance in radians of a great circle; nil for a negative number or NaN.
  public static func radians(_ radians: Double) -> Distance? { Distance(radians) }

  /// Returns the distance in kilometers.
  public func asKilometers() -> Double { radians * Distance.metresPerRadian / 1000 }
  /// Returns the distance in miles of 1,609.344 meters.
  public func asMiles() -> Double { radians * Distance.metresPerRadian / Distance.metresPerMile }
  /// Returns the distance in degrees of a great circle.
  public func asDegrees() -> Double { radians * 180 / .pi }
  /// Returns the distance in radians of a great circle.
  public func asRadians() -> Double { radians }
}
