internal import AshlarCompiler
internal import AshlarSchema

/// Formats defaults and raw values for display.
enum ValueText {
  /// Returns the value as text; for bytes, only their number.
  static func text(_ value: DefaultValue) -> String {
    switch value {
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .double(let double): double.description
    case .string(let string): "\"\(string)\""
    case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    case .date(let seconds, let nanoseconds): date(seconds: seconds, nanoseconds: nanoseconds)
    case .now: "now"
    case .decimal128(let low, let high): decimal(low: low, high: high)
    case .objectId(let bytes): bytes.map(hex).joined()
    case .newUUID: "a fresh UUID"
    case .newUUIDv7: "a fresh UUID of version 7"
    case .newObjectId: "a fresh ObjectId"
    case .code: "supplied by code"
    case .uuid(let bytes):
      bytes.enumerated().map { ([4, 6, 8, 10].contains($0) ? "-" : "") + hex($1).uppercased() }.joined()
    }
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Returns the date, and the time unless it is midnight, in UTC; for a date more than about 34,800 years before or after 1970, only the
  /// seconds since 1970.
  private static func date(seconds: Int64, nanoseconds: Int32) -> String {
    guard abs(seconds) < 1 << 40 else { return "\(seconds) s" }
    let days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    let time = seconds - days * 86_400
    // Years begin in March here; an era is 400 years, which are 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let calendar = "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9, 2))-\(padded(day, 2))"
    if time == 0, nanoseconds == 0 { return calendar }
    let clock = "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    return "\(calendar) \(clock)\(nanoseconds == 0 ? "" : " \(nanoseconds) ns")"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Formats a decimal128 in BID encoding: with a decimal point if the exponent is from -34 to -1; otherwise with the exponent, unless the
  /// exponent is 0.
  private static func decimal(low: UInt64, high: UInt64) -> String {
    switch DecimalParts(low: low, high: high) {
    case .notANumber: return "NaN"
    case .infinite(let isNegative): return isNegative ? "-Infinity" : "Infinity"
    case .finite(let isNegative, let coefficient, let exponent):
      let (sign, digits) = (isNegative ? "-" : "", String(coefficient))
      if exponent == 0 { return sign + digits }
      guard exponent < 0, exponent >= -34 else { return "\(sign)\(digits)E\(exponent)" }
      let whole = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      return "\(sign)\(whole.dropLast(-exponent)).\(whole.suffix(-exponent))"
    }
  }
}
