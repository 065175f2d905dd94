internal import AshlarSchema

/// Writes names and constants in the syntax of SQL.
enum SQLText {
  /// Returns a name in double quotes. The name must not contain NUL.
  static func name(_ name: String) -> String { "\"" + doubled("\"", in: name) + "\"" }

  /// Returns names in double quotes, separated by commas.
  static func names(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }

  /// Returns a constant whose value is the text.
  static func literal(_ text: String) -> String {
    // A statement cannot contain NUL.
    guard text.utf8.contains(0) else { return "'" + doubled("'", in: text) + "'" }
    return "CAST(x'\(hex(text.utf8))' AS TEXT)"
  }

  /// Returns a constant whose value is the number; nil if SQLite may not read the number exactly.
  static func literal(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    if number == number.rounded(), number.magnitude < 0x1p53 { return "\(Int64(number)).0" }
    // A coefficient below 2^53 and a power of ten with an exponent of at most 22 are exact in binary. One division or multiplication
    // therefore results in the nearest number, regardless of how SQLite converts text.
    let text = number.description
    let parts = text.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    let digits = (mantissa[0] + fraction).filter { $0 != "-" }.drop { $0 == "0" }
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 1000 : 0) - fraction.count
    guard digits.count <= 15, abs(exponent) <= 22, let coefficient = UInt64(String(digits)) else { return nil }
    #if arch(x86_64)
      // Releases of SQLite before 3.43 use extended precision, and round the result twice.
      let power = (0..<abs(exponent)).reduce(Float80(1)) { power, _ in power * 10 }
      let read = exponent < 0 ? Float80(coefficient) / power : Float80(coefficient) * power
      guard Double(read) == number.magnitude else { return nil }
    #endif
    return text
  }

  /// Returns a constant whose value is the raw value of an enum; nil for values of other types, and for numbers that SQLite may not read
  /// exactly.
  static func literal(_ value: DefaultValue) -> String? {
    if case .int(let number) = value { return "\(number)" }
    if case .string(let text) = value { return literal(text) }
    if case .double(let number) = value { return literal(number) }
    return nil
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // Iterates over scalars, because a quote and the combining marks after it are one `Character`.
  private static func doubled(_ character: Unicode.Scalar, in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == character { result.append(scalar) }
      result.append(scalar)
    }
    return String(result)
  }
}
