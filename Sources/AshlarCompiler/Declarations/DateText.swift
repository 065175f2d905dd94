internal import AshlarSchema

/// Parses ISO 8601 dates such as `2024-02-29` and `2024-02-29T12:00:00.5+01:00`, and the keywords of the schema language.
enum DateText {
  static func value(_ text: String) -> DefaultValue? {
    switch text {
    case "now": .now
    case "distantPast": .date(seconds: -62_135_769_600, nanoseconds: 0)
    case "distantFuture": .date(seconds: 64_092_211_200, nanoseconds: 0)
    default: moment(text)
    }
  }

  private static func moment(_ text: String) -> DefaultValue? {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"), let day = scanner.number(2),
      (1...12).contains(month), (1...daysInMonth(month, year)).contains(day)
    else { return nil }
    var seconds = daysSince1970(year, month, day) * 86_400
    if scanner.isAtEnd { return .date(seconds: seconds, nanoseconds: 0) }
    guard scanner.take("T"), let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2), hour < 24, minute < 60
    else { return nil }
    seconds += Int64(hour * 3600 + minute * 60)
    var nanoseconds: Int32 = 0
    if scanner.take(":") {
      guard let second = scanner.number(2), second < 60 else { return nil }
      seconds += Int64(second)
      if scanner.take(".") {
        guard let fraction = scanner.nanoseconds() else { return nil }
        nanoseconds = fraction
      }
    }
    guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
    seconds -= Int64(zone)
    // The model requires that both parts have the same sign.
    if seconds < 0, nanoseconds > 0 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
    return .date(seconds: seconds, nanoseconds: nanoseconds)
  }

  private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days since 1970 in the proleptic Gregorian calendar. Years begin in March here, so that the leap day is the last
  /// day of its year.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    // The year is shifted by 400, the period of the calendar, so that it is never negative.
    let years = (month > 2 ? year : year - 1) + 400
    let months = (month + 9) % 12
    let days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1
    return Int64(days) - 719_468 - 146_097
  }

  private struct Scanner {
    var bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    /// Parses exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      guard index + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[index..<index + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      index += count
      return value
    }

    /// Parses one to nine digits after the decimal point, as nanoseconds.
    mutating func nanoseconds() -> Int32? {
      var value: Int32 = 0
      var count = 0
      while count < 9, let digit = number(1) {
        value = value * 10 + Int32(digit)
        count += 1
      }
      guard count > 0, index == bytes.count || !(0x30...0x39).contains(bytes[index]) else { return nil }
      while count < 9 {
        value *= 10
        count += 1
      }
      return value
    }

    /// Parses `Z` or an offset such as `+01:00`, `-0100` or `+01`, as seconds east of UTC.
    mutating func zone() -> Int? {
      if take("Z") { return 0 }
      let isEast = take("+")
      guard isEast || take("-"), let hours = number(2), hours < 24 else { return nil }
      var minutes = 0
      if take(":") || !isAtEnd {
        guard let number = number(2), number < 60 else { return nil }
        minutes = number
      }
      let seconds = hours * 3600 + minutes * 60
      return isEast ? seconds : -seconds
    }
  }
}
