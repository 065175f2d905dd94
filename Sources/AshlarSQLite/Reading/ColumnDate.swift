internal import AshlarInspection

/// Parses text in the forms of dates that SQLite's functions read, in UTC unless the text states an offset.
enum ColumnDate {
  /// Returns seconds since 1970 and nanoseconds of the same sign; nil if the text is not a date.
  static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
    if let parts = DateText.parse(text) { return parts }
    // A space in place of T, no seconds, no zone, or more than nine digits of a fraction.
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
    // `2024-01-01 12:00:00 +0000`
    if zone.count == 5, zone[0] != UInt8(ascii: "Z") { zone.insert(UInt8(ascii: ":"), at: 3) }
    return DateText.parse(String(decoding: bytes + time + zone, as: UTF8.self))
  }
}
