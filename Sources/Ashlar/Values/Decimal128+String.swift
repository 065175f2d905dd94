extension Decimal128 {
  /// Parses a number as `init(string:)` does; nil if the text is not a number.
  ///
  /// ```swift
  /// let price = Decimal128(text) ?? 0
  /// ```
  ///
  /// A literal, as in `Decimal128("1.50")`, calls `init(stringLiteral:)` instead.
  public init?(_ text: String) {
    self.init(parsing: text)
  }

  /// Returns the message for text that is not a number.
  static func fault(_ text: String) -> String {
    "'\(text.count > 100 ? text.prefix(100) + "…" : text)' is not a decimal number: write digits with an optional point and exponent, such as "
      + "12.50 or 1E3, or NaN, Inf or -Inf."
  }

  /// Parses a number; nil if the text is not a number.
  init?(parsing string: String) {
    var rest = string.utf8[...]
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    switch Substring(rest).lowercased() {
    case "inf", "infinity":
      self = isNegative ? .min : .max
      return
    case "nan":
      self = .nan
      return
    default: break
    }
    // `coefficient` has space for 37 digits, more than a number has. For rounding, it suffices to record whether any of the remaining
    // digits is not zero.
    var coefficient: UInt128 = 0
    var isMore = false
    var exponent = 0
    var hasDigits = false
    var hasPoint = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if let digit = Self.digit(byte) {
        hasDigits = true
        if coefficient < powersOfTen[36] {
          coefficient = coefficient * 10 + UInt128(digit)
          if hasPoint { exponent -= 1 }
        } else {
          isMore = isMore || digit != 0
          if !hasPoint { exponent += 1 }
        }
      } else {
        break
      }
      rest.removeFirst()
    }
    guard hasDigits else { return nil }
    if let byte = rest.first {
      guard byte | 0x20 == UInt8(ascii: "e"), let given = Self.exponent(rest.dropFirst()) else { return nil }
      exponent += given
    }
    self.init(rounding: UInt256(coefficient), exponent: exponent, isNegative: isNegative, isMore: isMore)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? byte - UInt8(ascii: "0") : nil
  }

  /// Parses an optional sign and at least one digit; returns nil for any other text. Exponents beyond the range of all numbers are clamped,
  /// which does not change a result.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    var rest = text
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return nil }
    var value = 0
    for byte in rest {
      guard let digit = digit(byte) else { return nil }
      if value < 1_000_000_000_000 { value = value * 10 + Int(digit) }
    }
    return isNegative ? -value : value
  }

  /// The number as text: `NaN`, `Inf`, `-Inf`, `NULL` for the NaN that represents null, or digits. `Decimal128(_:)` parses all of these
  /// forms except `NULL`.
  ///
  /// A number with a positive exponent is written like `1.5E2`. Any other number is written like `150` or `0.015` if its magnitude is at
  /// least 0.000001, and otherwise like `1.5E-7`. Zeros at the end of a fraction are omitted. Zero is written as `0` or `-0`, whatever its
  /// exponent.
  public var stringValue: String {
    guard let parts else {
      if isNaN { return bidLow == Self.null.bidLow && bidHigh == Self.null.bidHigh ? "NULL" : "NaN" }
      return isNegative ? "-Inf" : "Inf"
    }
    let sign = parts.isNegative ? "-" : ""
    guard parts.coefficient != 0 else { return sign + "0" }
    let digits = String(parts.coefficient)
    let leading = digits.utf8.count + parts.exponent - 1
    if parts.exponent > 0 || leading < -6 {
      return sign + Self.pointed(digits, before: 1) + (leading == 0 ? "" : "E\(leading)")
    }
    let zeros = String(repeating: "0", count: Swift.max(0, -leading))
    return sign + Self.pointed(zeros + digits, before: Swift.max(1, leading + 1))
  }

  /// Inserts a decimal point after the first `before` digits, and omits zeros at the end of the fraction.
  private static func pointed(_ digits: String, before: Int) -> String {
    var fraction = digits.dropFirst(before)
    while fraction.last == "0" { fraction.removeLast() }
    return digits.prefix(before) + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension Decimal128: CustomStringConvertible {
  /// The number as text, as `stringValue` returns it: `print(Decimal128("1.50"))` prints `1.5`.
  public var description: String { stringValue }
}

extension Decimal128: CustomReflectable {
  /// A mirror without the halves of the encoding, so that `dump` and debuggers show the number.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Decimal128: ExpressibleByStringLiteral {
  /// Parses a literal as `init(string:)` does. A literal that is not a number stops the program.
  ///
  /// ```swift
  /// let price: Decimal128 = "19.90"
  /// ```
  public init(stringLiteral value: String) {
    guard let number = Decimal128(parsing: value) else { misuse(.value(Self.fault(value))) }
    self = number
  }
}

extension Decimal128: Codable {
  /// Decodes a string, an integer or a floating-point number: `"19.90"` or `19.9` in JSON.
  /// - Throws: `DecodingError.dataCorrupted` for a string that is not a number, or the error of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self.init(integerLiteral: integer)
    } else if let double = try? container.decode(Double.self) {
      self.init(floatLiteral: double)
    } else {
      let text = try container.decode(String.self)
      guard let number = Decimal128(parsing: text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.fault(text))
      }
      self = number
    }
  }

  /// Encodes `stringValue`, a string: `"19.9"` in JSON. The NaN that represents null is encoded as `NaN`, like any other.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(isNaN ? "NaN" : stringValue)
  }
}
