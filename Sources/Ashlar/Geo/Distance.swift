/// A distance on the earth.
public struct Distance: Hashable, Sendable {
  // The equator's radius.
  private static let metresPerRadian = 6_378_100.0
  private static let metresPerMile = 1_609.344

  /// The distance in radians of a great circle, not negative.
  public let radians: Double

  // Nil for negative distances and NaN.
  private init?(_ radians: Double) {
    guard radians >= 0 else { return nil }
    self.radians = radians
  }

  /// Nil for a negative number.
  public static func kilometers(_ kilometers: Double) -> Distance? { Distance(kilometers * 1000 / metresPerRadian) }
  /// Miles of 1,609.344 metres; nil for a negative number.
  public static func miles(_ miles: Double) -> Distance? { Distance(miles * metresPerMile / metresPerRadian) }
  /// Degrees of a great circle; nil for a negative number.
  public static func degrees(_ degrees: Double) -> Distance? { Distance(degrees * .pi / 180) }
  /// Radians of a great circle; nil for a negative number.
  public static func radians(_ radians: Double) -> Distance? { Distance(radians) }

  /// The distance in kilometres.
  public func asKilometers() -> Double { radians * Distance.metresPerRadian / 1000 }
  /// The distance in miles of 1,609.344 metres.
  public func asMiles() -> Double { radians * Distance.metresPerRadian / Distance.metresPerMile }
  /// The distance in degrees of a great circle.
  public func asDegrees() -> Double { radians * 180 / .pi }
  /// The distance in radians of a great circle.
  public func asRadians() -> Double { radians }
}
