#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as 12 bytes: Int64 seconds since 1970, Int32 nanoseconds of the same sign, both truncated toward zero.
@frozen public enum DateCell {
  /// 1970-01-01 00:00:00 UTC.
  @inlinable public static var epoch: Date { Date(timeIntervalSinceReferenceDate: -978_307_200) }

  /// Reads a cell of any alignment.
  @inlinable public static func load(_ cell: UnsafeRawPointer) -> Date {
    let seconds = cell.loadUnaligned(as: Int64.self)
    let nanoseconds = cell.loadUnaligned(fromByteOffset: 8, as: Int32.self)
    return Date(timeIntervalSinceReferenceDate: Double(seconds &- 978_307_200) + Double(nanoseconds) / 1e9)
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
    if interval >= 9.2e18 { return (.max, 0) }
    if interval <= -9.2e18 { return (.min, 0) }
    let whole = interval.rounded(.towardZero)
    var seconds = Int64(whole) &+ 978_307_200
    var nanoseconds = Int32((interval - whole) * 1e9)
    if seconds > 0, nanoseconds < 0 {
      seconds -= 1
      nanoseconds += 1_000_000_000
    } else if seconds < 0, nanoseconds > 0 {
      seconds += 1
      nanoseconds -= 1_000_000_000
    }
    return (seconds, nanoseconds)
  }
}
