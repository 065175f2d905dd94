#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date in 12 bytes: Int64 seconds since 1970, and Int32 nanoseconds with the same sign.
///
/// A date is truncated to whole nanoseconds toward 2001-01-01 00:00:00 UTC, the reference date of `Date`: an earlier date is stored as a
/// later nanosecond, and a later date as an earlier one. If the truncated value reads as a different date, and an adjacent nanosecond reads
/// as the original date, the adjacent nanosecond is stored. Storing a date that was read therefore reproduces its cell, and a date that is
/// read differs from the date that was stored by less than a nanosecond.
///
/// Every date has one stored form, which all comparisons, sorting and look-ups use: NaN is stored as the epoch, and a date beyond 64 bits
/// of seconds, including infinities, as the last representable second in its direction. Only these dates differ by more when they are read.
@frozen public enum _DateCell {
  /// 1970-01-01 00:00:00 UTC.
  @inlinable public static var epoch: Date { Date(timeIntervalSinceReferenceDate: -978_307_200) }

  /// Reads a cell of any alignment.
  @inlinable public static func load(_ cell: UnsafeRawPointer) -> Date {
    date(cell.loadUnaligned(as: Int64.self), cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
  }

  /// Returns the date for seconds since 1970 and nanoseconds.
  @inlinable @inline(__always) public static func date(_ seconds: Int64, _ nanoseconds: Int32) -> Date {
    let (interval, isBeyond) = seconds.subtractingReportingOverflow(978_307_200)
    if isBeyond { return farPast(seconds) }
    return Date(timeIntervalSinceReferenceDate: Double(interval) + Double(nanoseconds) / 1e9)
  }

  @inline(never) @usableFromInline static func farPast(_ seconds: Int64) -> Date {
    // Only clamped dates are stored as `Int64.min` seconds, which is read as a date that is clamped again when it is stored.
    if seconds == .min { return Date(timeIntervalSinceReferenceDate: -0x1p63 - 978_309_120) }
    return Date(timeIntervalSinceReferenceDate: Double(Int128(seconds) - 978_307_200))
  }

  /// Writes a cell. NaN is stored as the epoch, a date beyond 64 bits of seconds as the nearest bound.
  @inlinable public static func store(_ date: Date, _ cell: UnsafeMutableRawPointer) {
    let (seconds, nanoseconds) = parts(date)
    cell.storeBytes(of: seconds, as: Int64.self)
    cell.storeBytes(of: nanoseconds, toByteOffset: 8, as: Int32.self)
  }

  /// Returns the seconds since 1970, and nanoseconds with the same sign. Truncates toward 2001, not toward 1970.
  public static func parts(_ date: Date) -> (seconds: Int64, nanoseconds: Int32) {
    let interval = date.timeIntervalSinceReferenceDate
    if interval.isNaN { return (0, 0) }
    let whole = interval.rounded(.towardZero)
    // Beyond 2^53 there are no fractions; at this magnitude the sum might overflow.
    if whole.magnitude >= 0x1p62 {
      guard whole.magnitude < 0x1p64 else { return (whole < 0 ? .min : .max, 0) }
      return (Int64(clamping: Int128(whole) + 978_307_200), 0)
    }
    var seconds = Int64(whole) &+ 978_307_200
    var nanoseconds = Int32((interval - whole) * 1e9)
    normalize(&seconds, &nanoseconds)
    // From this magnitude on, adjacent dates are at least 3.7 ns apart, so truncated parts read as the original date.
    return whole.magnitude < 0x1p24 ? nearest(seconds, nanoseconds, interval) : (seconds, nanoseconds)
  }

  /// Returns the truncated parts of a date or, if only parts that differ by one nanosecond read as the original date, these parts.
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

  /// Normalizes the parts to the same sign and fewer than 10^9 nanoseconds.
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
