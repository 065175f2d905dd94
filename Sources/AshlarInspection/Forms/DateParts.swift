internal import Ashlar

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Between dates and what is stored of them: seconds and nanoseconds, of which a `Date` keeps what a Double of seconds can say. Taking a
/// date apart rounds toward zero, so that it may lose a nanosecond of one that was put together.
enum DateParts {
  /// What is stored of a date that was read.
  static func parts(_ date: Date) -> (seconds: Int64, nanoseconds: Int32) {
    let found = _DateCell.parts(date)
    if _DateCell.date(found.seconds, found.nanoseconds) == date { return found }
    for nanoseconds in [found.nanoseconds + 1, found.nanoseconds - 1]
    where abs(nanoseconds) < 1_000_000_000 && _DateCell.date(found.seconds, nanoseconds) == date {
      return (found.seconds, nanoseconds)
    }
    return found
  }

  /// The date that is stored as these; the nearest where there is none.
  static func date(_ seconds: Int64, _ nanoseconds: Int32) -> Date {
    let date = _DateCell.date(seconds, nanoseconds)
    let interval = date.timeIntervalSinceReferenceDate
    // Half a nanosecond away is the middle of those that are stored alike.
    for near in [interval, interval.nextUp, interval.nextDown, interval + 0.5e-9, interval - 0.5e-9] {
      let near = Date(timeIntervalSinceReferenceDate: near)
      if _DateCell.parts(near) == (seconds, nanoseconds) { return near }
    }
    return date
  }
}
