internal import AshlarInspection

/// Parses dates in ISO 8601 and in the forms that SQLite's functions write, such as `2024-02-29 12:00:00`. Dates are in UTC unless the text
/// states an offset.
enum ColumnDate {
  /// Returns seconds since 1970 and nanoseconds of the same sign; nil if the text is not a date.
  static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
    if let parts = text.utf8.withContiguousStorageIfAvailable(plain) ?? nil { return parts }
    if let parts = DateText.parse(text) { return parts }
    // The text may have a space in place of T, and may lack the seconds or the time zone.
    var bytes = Array(text.utf8)
    guard let separator = bytes.firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "T") }), separator >= 10 else {
      return nil
    }
    bytes[separator] = UInt8(ascii: "T")
    var time = Array(bytes[(separator + 1)...])
    bytes.removeSubrange((separator + 1)...)
    var zone = Array("Z".utf8)
    if let start = time.firstIndex(where: { $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      zone = Array(time[start...])
      time.removeSubrange(start...)
    }
    while time.last == UInt8(ascii: " ") { time.removeLast() }
    if time.count == 5 { time += Array(":00".utf8) }
    // The offset may lack its colon, as in `2024-01-01 12:00:00 +0000`.
    if zone.count == 5, zone[0] != UInt8(ascii: "Z") { zone.insert(UInt8(ascii: ":"), at: 3) }
    return DateText.parse(String(decoding: bytes + time + zone, as: UTF8.self))
  }

  // Reads the forms that SQLite's functions and most programs write, `2024-02-29` and `2024-02-29 12:00:00`, without allocating memory.
  // Also accepts `T` in place of the space; returns nil for any other form.
  private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> (seconds: Int64, nanoseconds: Int32)? {
    guard bytes.count == 10 || bytes.count == 19 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int? {
      var value = 0
      for index in start..<start + count {
        let digit = Int(bytes[index]) - 0x30
        guard (0...9).contains(digit) else { return nil }
        value = value * 10 + digit
      }
      return value
    }
    let dash = UInt8(ascii: "-")
    guard bytes[4] == dash, bytes[7] == dash, let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year)
    else { return nil }
    var seconds = days(year, month, day) * 86_400
    if bytes.count == 19 {
      let colon = UInt8(ascii: ":")
      guard bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"), bytes[13] == colon, bytes[16] == colon,
        let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2), hour < 24, minute < 60, second < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60 + second
    }
    return (Int64(seconds), 0)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  // Returns the days since 1970 of a date; see `DateText` for the algorithm.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years are counted from March, and 400 years are added, so that no number is negative.
    let shifted = year + 400 - (month <= 2 ? 1 : 0)
    let ofEra = shifted % 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted / 400 * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468 - 146_097
  }
}
