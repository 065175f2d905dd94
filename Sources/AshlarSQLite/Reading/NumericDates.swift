/// The meaning of numbers in columns of dates.
package enum NumericDates: String, Sendable, CaseIterable {
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds = "unix-ms"
  /// Days since noon of November 24, 4714 BC, as `julianday` of SQLite returns them.
  case julian
  /// Seconds since 2001, as Core Data stores them.
  case reference = "2001"

  /// Returns a number as seconds since 1970 and nanoseconds of the same sign; nil if the seconds exceed 64 bits or the number is NaN.
  func parts(_ number: Double) -> (seconds: Int64, nanoseconds: Int32)? {
    let scaled: Double
    var added: Int64 = 0
    switch self {
    case .unix: scaled = number
    case .unixMilliseconds: scaled = number / 1000
    case .julian: scaled = (number - 2_440_587.5) * 86_400
    case .reference: (scaled, added) = (number, 978_307_200)
    }
    guard scaled.isFinite, let whole = Int64(exactly: scaled.rounded(.down)) else { return nil }
    // The fraction is computed from the unscaled seconds, whose precision is that of the stored number.
    var nanoseconds = Int64(((scaled - scaled.rounded(.down)) * 1e9).rounded())
    var (seconds, isBeyond) = whole.addingReportingOverflow(added)
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
