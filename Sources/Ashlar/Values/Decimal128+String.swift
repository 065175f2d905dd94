extension Decimal128 {
  /// The number in `text`, as `init(string:)` reads it; nil for any other text.
  ///
  /// A literal, as in `Decimal128("1.50")`, is read by `init(stringLiteral:)` instead.
  public init?(_ text: String) {
    self.init(parsing: text)
  }

  /// The message for text that is not a number.
  static func fault(_ text: String) -> String {
    "'\(text.count > 100 ? text.prefix(100) + "…" : text)' is not a decimal number: write digits with an optional point and exponent, such as "
      + "12.50 or 1E3, or NaN, Inf or -Inf."
  }

  /// The number in `string`, or nil if there is none.
  init?(parsing string: String) {
    // How `stringValue` writes it.
    if string == "NULL" {
      self = .null
      return
    }
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
    // 37 digits fit and are more than are kept; the others are zero or not, which is all that rounding asks.
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

  /// An optional sign and at least one digit. Exponents beyond all numbers are cut short, which changes no result.
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

  /// The number as text: `NaN`, `Inf`, `-Inf`, `NULL` for the NaN that stands for null, or digits.
  ///
  /// A number with a positive exponent is written as `1.5E2`, one without or with a small negative one as `150` or
  /// `0.015`, a smaller one as `1.5E-7`. Zeros at the end of a fraction are left out.
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

  /// `digits` with a point after the first `before`, without zeros at the end of the fraction.
  private static func pointed(_ digits: String, before: Int) -> String {
    var fraction = digits.dropFirst(before)
    while fraction.last == "0" { fraction.removeLast() }
    return digits.prefix(before) + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension Decimal128: CustomStringConvertible {
  /// The same as `stringValue`.
  public var description: String { stringValue }
}

extension Decimal128: ExpressibleByStringLiteral {
  /// The number in the literal, as `init(string:)` reads it. Any other literal stops the program.
  public init(stringLiteral value: String) {
    guard let number = Decimal128(parsing: value) else { misuse(.value(Self.fault(value))) }
    self = number
  }
}

extension Decimal128: Codable {
  /// Decodes text, an integer or a floating-point number.
  /// - Throws: `DecodingError.dataCorrupted` for text that `init(string:)` does not read, or what the decoder throws.
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

  /// Encodes `stringValue`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}
