/// Parses hexadecimal digits in upper or lower case.
enum HexText {
  /// Returns `count` bytes, each parsed from two digits; nil unless the text consists of exactly these digits.
  static func bytes(_ text: Substring, count: Int) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == count * 2 else { return nil }
    var result: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  /// Returns the 16 bytes of a UUID that is written with 36 characters; nil for any other text.
  static func uuid(_ text: String) -> [UInt8]? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    return bytes(groups.joined()[...], count: 16)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
