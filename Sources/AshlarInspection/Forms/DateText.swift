/// Formats and parses dates in ISO 8601, in UTC, with up to nine fractional digits: `2024-02-29T12:00:00.5Z`. Years with more than four
/// digits, and years before 0, have a sign. The calendar is the proleptic Gregorian calendar.
///
/// The conversion between days and dates follows H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package enum DateText {
  /// Formats a date.
  /// - Parameter nanoseconds: Must have the same sign as `seconds`.
  package static func text(seconds: Int64, nanoseconds: Int32) -> String {
    var seconds = Int128(seconds)
    var nanoseconds = Int128(nanoseconds)
    if nanoseconds < 0 { (seconds, nanoseconds) = (seconds - 1, nanoseconds + 1_000_000_000) }
    let ofDay = (seconds % 86400 + 86400) % 86400
    let days = (seconds - ofDay) / 86400
    let (year, month, day) = date(days)
    let magnitude = padded(year.magnitude, 4)
    let years = year < 0 ? "-" + magnitude : year > 9999 ? "+" + magnitude : magnitude
    var fraction = ""
    if nanoseconds > 0 {
      fraction = "." + padded(nanoseconds.magnitude, 9)
      while fraction.last == "0" { fraction.removeLast() }
    }
    let time = [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { padded($0.magnitude, 2) }.joined(separator: ":")
    return "\(years)-\(padded(month.magnitude, 2))-\(padded(day.magnitude, 2))T\(time)\(fraction)Z"
  }

  /// Appends a date as `text` formats it.
  package static func append(seconds: Int64, nanoseconds: Int32, to bytes: inout [UInt8]) {
    // Dates in the years from 1 to 9999 need neither 128 bits nor strings.
    guard nanoseconds >= 0, seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
      bytes += text(seconds: seconds, nanoseconds: nanoseconds).utf8
      return
    }
    func digits(_ value: Int, _ width: Int) {
      var divisor = width == 4 ? 1000 : 10
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
        divisor /= 10
      }
    }
    let ofDay = Int((seconds % 86400 + 86400) % 86400)
    let (year, month, day) = date(Int((seconds - Int64(ofDay)) / 86400))
    digits(year, 4)
    bytes.append(UInt8(ascii: "-"))
    digits(month, 2)
    bytes.append(UInt8(ascii: "-"))
    digits(day, 2)
    bytes.append(UInt8(ascii: "T"))
    digits(ofDay / 3600, 2)
    bytes.append(UInt8(ascii: ":"))
    digits(ofDay / 60 % 60, 2)
    bytes.append(UInt8(ascii: ":"))
    digits(ofDay % 60, 2)
    if nanoseconds > 0 {
      bytes.append(UInt8(ascii: "."))
      var (rest, divisor) = (Int(nanoseconds), 100_000_000)
      while rest > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
        (rest, divisor) = (rest % divisor, divisor / 10)
      }
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Returns seconds since 1970 and nanoseconds of the same sign; nil if the text is not a date or its seconds exceed 64 bits. Accepts a
  /// date without a time, and an offset such as `+02:00` instead of `Z`.
  package static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
    var rest = text.utf8[...]
    func take(_ byte: Character) -> Bool {
      guard rest.first == byte.asciiValue else { return false }
      rest.removeFirst()
      return true
    }
    func number(_ digits: ClosedRange<Int>, upTo most: Int128 = .max) -> Int128? {
      // The number has at most twelve digits, so 64 bits can represent it.
      var value: Int64 = 0
      var count = 0
      while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        count += 1
        if count > digits.upperBound { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        rest.removeFirst()
      }
      guard count >= digits.lowerBound, Int128(value) <= most else { return nil }
      return Int128(value)
    }
    let isNegative = rest.first == UInt8(ascii: "-")
    let isSigned = isNegative || rest.first == UInt8(ascii: "+")
    if isSigned { rest.removeFirst() }
    guard let years = number(isSigned ? 4...12 : 4...4), take("-"), let month = number(2...2, upTo: 12), take("-"),
      let day = number(2...2, upTo: 31), month > 0, day > 0
    else { return nil }
    let year = isNegative ? -years : years
    var seconds = days(year, month, day) * 86400
    guard date(seconds / 86400 - (seconds % 86400 < 0 ? 1 : 0)) == (year, month, day) else { return nil }
    var nanoseconds: Int128 = 0
    if !rest.isEmpty {
      guard take("T"), let hours = number(2...2, upTo: 23), take(":"), let minutes = number(2...2, upTo: 59), take(":"),
        let second = number(2...2, upTo: 59)
      else { return nil }
      seconds += hours * 3600 + minutes * 60 + second
      if take(".") {
        let before = rest.count
        guard let fraction = number(1...9) else { return nil }
        nanoseconds = (0..<(9 - before + rest.count)).reduce(fraction) { value, _ in value * 10 }
      }
      if !take("Z") {
        let sign: Int128 = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard take("+") || take("-"), let hours = number(2...2, upTo: 23), take(":"), let minutes = number(2...2, upTo: 59) else {
          return nil
        }
        seconds -= sign * (hours * 3600 + minutes * 60)
      }
    }
    guard rest.isEmpty else { return nil }
    if seconds < 0, nanoseconds > 0 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
    guard let whole = Int64(exactly: seconds) else { return nil }
    return (whole, Int32(nanoseconds))
  }

  private static func padded(_ number: UInt128, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  // Returns the number of days since 1970-01-01. Years begin in March, so that the leap day is the last day of its year.
  private static func days(_ year: Int128, _ month: Int128, _ day: Int128) -> Int128 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private static func date<Number: SignedInteger>(_ days: Number) -> (year: Number, month: Number, day: Number) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    let isNext = month >= 10
    return (year + era * 400 + (isNext ? 1 : 0), isNext ? month - 9 : month + 3, day)
  }
}
