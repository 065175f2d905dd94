/// A parser for dates in predicates: `2020-12-31`, `2020-12-31T23:59:59Z` and `2020-12-31@23:59:59[:nanoseconds]`.
enum PredicateDate {
  /// The forms as messages show them.
  static let forms = "2024-12-31 or 2024-12-31T23:59:59Z"

  /// Returns seconds since 1970 and nanoseconds of the same sign; nil if the text is not a date. The time may end in an offset, such as `Z`
  /// or `+02:00`; otherwise, it is in UTC. The seconds may be omitted, or have a fraction of at most nine digits.
  static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "@" || $0 == "T" }
    let date = numbers(halves[0], "-", digits: [4, 2, 2])
    guard date.count == 3, date[0] > 0, (1...12).contains(date[1]), (1...daysOfMonth(date[1], date[0])).contains(date[2]) else {
      return nil
    }
    // Days since 1970 in the Gregorian calendar. Years begin in March, so that a leap day is the last day of the year.
    let year = date[1] <= 2 ? date[0] - 1 : date[0]
    let month = (date[1] + 9) % 12
    var seconds = (year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + date[2] - 1 - 719_468) * 86_400
    var nanoseconds: Int64 = 0
    if halves.count == 2 {
      guard let (time, offset) = withoutOffset(halves[1]), let (ofDay, fraction) = timeOfDay(time) else { return nil }
      (seconds, nanoseconds) = (seconds + ofDay - offset, fraction)
    }
    if seconds < 0, nanoseconds > 0 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
    return (seconds, Int32(nanoseconds))
  }

  private static func timeOfDay(_ text: Substring) -> (seconds: Int64, nanoseconds: Int64)? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var time = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    var nanoseconds: Int64 = 0
    if parts.count == 2 {
      guard time.count == 3, (1...9).contains(parts[1].count), let fraction = number(parts[1]) else { return nil }
      nanoseconds = (parts[1].count..<9).reduce(fraction) { value, _ in value * 10 }
    } else if time.count == 4 {
      guard let written = number(time.removeLast()), written < 1_000_000_000 else { return nil }
      nanoseconds = written
    }
    guard (2...3).contains(time.count), let hours = number(time[0]), let minutes = number(time[1]),
      let seconds = time.count == 3 ? number(time[2]) : 0, hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return (hours * 3600 + minutes * 60 + seconds, nanoseconds)
  }

  // Returns the time without `Z` or an offset, and the offset in seconds; nil if the offset is invalid.
  private static func withoutOffset(_ text: Substring) -> (time: Substring, offset: Int64)? {
    if text.last == "Z" { return (text.dropLast(), 0) }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, 0) }
    let offset = numbers(text[text.index(after: sign)...], ":", digits: [2, 2])
    guard offset.count == 2, offset[0] < 24, offset[1] < 60 else { return nil }
    return (text[..<sign], (offset[0] * 3600 + offset[1] * 60) * (text[sign] == "-" ? -1 : 1))
  }

  // Returns the numbers in a string whose parts have the given lengths; an empty array if the lengths differ. Parts that are not numbers
  // are omitted.
  private static func numbers(_ text: Substring, _ separator: Character, digits: [Int]) -> [Int64] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == digits ? parts.compactMap(number) : []
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { PredicateLexer.isDigit($0) } ? Int64(text) : nil
  }

  private static func daysOfMonth(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
