internal import AshlarInspection

/// Converts dates to the values of columns.
enum DateColumn {
  /// Returns a date in the form `DateForm.text`.
  static func text(seconds: Int64, nanoseconds: Int32) -> String {
    var bytes: [UInt8] = []
    append(seconds: seconds, nanoseconds: nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a date in the form `DateForm.text`.
  static func append(seconds: Int64, nanoseconds: Int32, to bytes: inout [UInt8]) {
    let start = bytes.count
    DateText.append(seconds: seconds, nanoseconds: nanoseconds, to: &bytes)
    // In ISO 8601, T separates the date from the time, and Z denotes UTC. SQLite's functions write a space and no time zone.
    if let separator = bytes[start...].firstIndex(of: UInt8(ascii: "T")) { bytes[separator] = UInt8(ascii: " ") }
    bytes.removeLast()
  }

  /// Returns a date in the form `DateForm.unix`.
  static func unix(seconds: Int64, nanoseconds: Int32) -> Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
