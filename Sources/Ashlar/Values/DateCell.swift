#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as 12 bytes: Int64 seconds since 1970, Int32 nanoseconds of the same sign.
///
/// Dates are truncated to whole nanoseconds, except where that reads as another date and a neighbouring nanosecond reads as the same one:
/// what was read is stored as what it was read from.
///
/// There is one stored form of each date, and everything that compares, sorts or looks up dates goes by it: NaN is the epoch, and
/// what lies further away than 64 bits of seconds can say, infinities included, is the last second on its side.
@frozen public enum _DateCell {
  /// 1970-01-01 00:00:00 UTC.
  @inlinable public static var epoch: Date { Date(timeIntervalSinceReferenceDate: -978_307_200) }

  /// Reads a cell of any alignment.
  @inlinable public static func load(_ cell: UnsafeRawPointer) -> Date {
    date(cell.loadUnaligned(as: Int64.self), cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
  }

  /// The date of seconds since 1970 and nanoseconds.
  @inlinable @inline(__always) public static func date(_ seconds: Int64, _ nanoseconds: Int32) -> Date {
    let (interval, isBeyond) = seconds.subtractingReportingOverflow(978_307_200)
    if isBeyond { return farPast(seconds) }
    return Date(timeIntervalSinceReferenceDate: Double(interval) + Double(nanoseconds) / 1e9)
  }

  @inline(never) @usableFromInline static func farPast(_ seconds: Int64) -> Date {
    // Only what was clamped is stored as the first second; it reads as a date that is clamped again.
    if seconds == .min { return Date(timeIntervalSinceReferenceDate: -0x1p63 - 978_309_120) }
    return Date(timeIntervalSinceReferenceDate: Double(Int128(seconds) - 978_307_200))
  }

  /// Writes a cell. NaN is stored as the epoch; what lies beyond 64 bits of seconds as the nearest end.
  @inlinable public static func store(_ date: Date, _ cell: UnsafeMutableRawPointer) {
    let (seconds, nanoseconds) = parts(date)
    cell.storeBytes(of: seconds, as: Int64.self)
    cell.storeBytes(of: nanoseconds, toByteOffset: 8, as: Int32.self)
  }

  /// Seconds since 1970 and nanoseconds of the same sign.
  public static func parts(_ date: Date) -> (seconds: Int64, nanoseconds: Int32) {
    let interval = date.timeIntervalSinceReferenceDate
    if interval.isNaN { return (0, 0) }
    let whole = interval.rounded(.towardZero)
    // Beyond 2^53 there are no fractions; here the sum might not fit.
    if whole.magnitude >= 0x1p62 {
      guard whole.magnitude < 0x1p64 else { return (whole < 0 ? .min : .max, 0) }
      return (Int64(clamping: Int128(whole) + 978_307_200), 0)
    }
    var seconds = Int64(whole) &+ 978_307_200
    var nanoseconds = Int32((interval - whole) * 1e9)
    normalize(&seconds, &nanoseconds)
    // From here on two dates lie at least 3.7 ns apart, and the nearest to a truncated one is the one that was truncated.
    return whole.magnitude < 0x1p24 ? nearest(seconds, nanoseconds, interval) : (seconds, nanoseconds)
  }

  /// Truncated parts of a date, or those a nanosecond away, if only they read as the date.
  @inline(never) private static func nearest(
    _ seconds: Int64, _ nanoseconds: Int32, _ interval: Double
  ) -> (seconds: Int64, nanoseconds: Int32) {
    for step: Int32 in [0, 1, -1] {
      var (seconds, nanoseconds) = (seconds, nanoseconds + step)
      normalize(&seconds, &nanoseconds)
      if date(seconds, nanoseconds).timeIntervalSinceReferenceDate == interval { return (seconds, nanoseconds) }
    }
    return (seconds, nanoseconds)
  }

  /// Gives both parts the same sign, and fewer than 10^9 nanoseconds.
  @inline(__always) private static func normalize(_ seconds: inout Int64, _ nanoseconds: inout Int32) {
    if nanoseconds >= 1_000_000_000 {
      seconds += 1
      nanoseconds -= 1_000_000_000
    } else if nanoseconds <= -1_000_000_000 {
      seconds -= 1
      nanoseconds += 1_000_000_000
    }
    if seconds > 0, nanoseconds < 0 {
      seconds -= 1
      nanoseconds += 1_000_000_000
    } else if seconds < 0, nanoseconds > 0 {
      seconds += 1
      nanoseconds -= 1_000_000_000
    }
  }
}
