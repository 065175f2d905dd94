/// A point in time as date and time in UTC, in the proleptic Gregorian calendar.
package struct CivilDate {
  /// Returns whether the year is from 0 to 9999, the magnitude of `nanoseconds` is less than a second, and `seconds` and `nanoseconds` do
  /// not have opposite signs.
  static func canSay(seconds: Int64, nanoseconds: Int32) -> Bool {
    // The first and the last second: 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    let first: Int64 = -62_167_219_200
    let last: Int64 = 253_402_300_799
    guard seconds >= first, seconds <= last, nanoseconds > -1_000_000_000, nanoseconds < 1_000_000_000 else { return false }
    return nanoseconds < 0 ? seconds <= 0 && seconds > first : nanoseconds == 0 || seconds >= 0
  }

  let year: Int64
  let month: Int64
  let day: Int64
  let secondOfDay: Int64
  let nanoseconds: Int64

  /// Creates a date from `seconds` and `nanoseconds` since 1970, which must not have opposite signs.
  package init(seconds: Int64, nanoseconds: Int32) {
    var whole = seconds
    var fraction = Int64(nanoseconds)
    if fraction < 0 {
      whole = whole == .min ? whole : whole - 1
      fraction += 1_000_000_000
    }
    self.nanoseconds = fraction
    let days = whole.flooredQuotient(86_400)
    secondOfDay = whole - days * 86_400
    // Years begin in March here, so that the leap day is the last day of the year. An era has 400 years, or 146,097 days.
    let sinceMarch = days + 719_468
    let era = sinceMarch.flooredQuotient(146_097)
    let dayOfEra = sinceMarch - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// ISO 8601 with `Z`. A fraction of a second has no trailing zeros and is omitted if it is zero.
  package var text: String {
    let time = "\(padded(secondOfDay / 3600, 2)):\(padded(secondOfDay / 60 % 60, 2)):\(padded(secondOfDay % 60, 2))"
    var fraction = ""
    if nanoseconds > 0 {
      fraction = "." + padded(nanoseconds, 9)
      while fraction.last == "0" { fraction.removeLast() }
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)\(fraction)Z"
  }
}

/// Returns the nonnegative `value` in decimal with leading zeros.
private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
}

extension Int64 {
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    self % divisor < 0 ? self / divisor - 1 : self / divisor
  }
}
