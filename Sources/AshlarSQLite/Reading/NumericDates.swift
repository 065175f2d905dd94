/// The meaning of numbers in columns of dates.
package enum NumericDates: String, Sendable, CaseIterable {
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds = "unix-ms"
  /// Days since noon on November 24, 4714 BC, as SQLite's `julianday` returns them.
  case julian
  /// Seconds since 2001, as Core Data stores them.
  case reference = "2001"

  /// Returns a number as seconds since 1970 and nanoseconds of the same sign; nil if the seconds exceed 64 bits or the number is NaN.
  func parts(_ number: Double) -> (seconds: Int64, nanoseconds: Int32)? {
    switch self {
    case .unix: return Self.parts(number, perSecond: 1)
    case .unixMilliseconds: return Self.parts(number, perSecond: 1000)
    // SQLite's functions round such numbers to milliseconds: a Double represents present dates only to about 40 microseconds.
    case .julian: return Self.parts(((number - 2_440_587.5) * 86_400_000).rounded(), perSecond: 1000)
    case .reference: return Self.parts(number, perSecond: 1, after: 978_307_200)
    }
  }

  // The fraction is computed from the stored number, because the number would be rounded if it were divided by a thousand or counted from
  // another year.
  private static func parts(_ number: Double, perSecond scale: Int64, after start: Int64 = 0) -> (seconds: Int64, nanoseconds: Int32)? {
    guard number.isFinite, let whole = Int64(exactly: number.rounded(.down)) else { return nil }
    let rest = ((number - number.rounded(.down)) * 1e9 / Double(scale)).rounded()
    let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: scale)
    // `quotientAndRemainder` rounds a negative quotient up.
    let below = remainder < 0 ? 1 : 0 as Int64
    var nanoseconds = (remainder + below * scale) * (1_000_000_000 / scale) + Int64(rest)
    var (seconds, isBeyond) = (quotient - below).addingReportingOverflow(start)
    if isBeyond { return nil }
    if nanoseconds == 1_000_000_000 { (seconds, nanoseconds) = (seconds &+ 1, 0) }
    if seconds < 0, nanoseconds > 0 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
    return (seconds, Int32(nanoseconds))
  }

  /// Returns an integer as seconds since 1970 and nanoseconds; nil if the seconds exceed 64 bits.
  func parts(_ number: Int64) -> (seconds: Int64, nanoseconds: Int32)? {
    switch self {
    case .unix: return (number, 0)
    case .unixMilliseconds: return (number / 1000, Int32(number % 1000) * 1_000_000)
    case .julian: return parts(Double(number))
    case .reference:
      let (seconds, isBeyond) = number.addingReportingOverflow(978_307_200)
      return isBeyond ? nil : (seconds, 0)
    }
  }
}
