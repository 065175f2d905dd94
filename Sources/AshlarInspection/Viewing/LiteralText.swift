internal import Ashlar

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes values as literals of conditions.
enum LiteralText {
  /// Returns the literal of a value; nil for objects and collections, and for decimals that no literal denotes exactly.
  static func text(_ value: _StoredContents) -> String? {
    switch value {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    // A literal is a Double, with which a Float is compared without rounding.
    case .float(let value): number(Double(value), "\(Double(value))")
    case .double(let value): number(value, "\(value)")
    case .string(let text): quoted(text)
    case .data(let data): "B64\"\(data.base64EncodedString())\""
    case .date(let date): moment(date)
    case .decimal(let value): decimal(value)
    case .objectId(let id): "oid(\(id.stringValue))"
    case .uuid(let id): "uuid(\(id.uuidString))"
    case .object, .elements, .entries: nil
    }
  }

  /// Returns a name as it is written in a condition.
  static func name(_ name: String) -> String { _PredicateWords.isReserved(name) ? "#" + name : name }

  /// Returns a path as it is written in a condition.
  static func path(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).map { name(String($0)) }.joined(separator: ".")
  }

  /// Returns the condition that a property equals a value; nil if no condition states this exactly.
  /// - Parameter isAny: Whether the property is an `AnyRealmValue`, whose decimal numbers are compared with Doubles without rounding.
  static func equality(_ path: String, _ value: _StoredContents, isAny: Bool) -> String? {
    if isAny, case .decimal(let number) = value, Int64(number._exactText) == nil { return nil }
    guard let literal = text(value) else { return nil }
    if literal == "nan" { return nil }
    return "\(LiteralText.path(path)) == \(literal)"
  }

  private static func number(_ value: Double, _ digits: String) -> String {
    value.isNaN ? "nan" : value.isInfinite ? (value < 0 ? "-inf" : "inf") : digits
  }

  private static func moment(_ date: Date) -> String {
    let (seconds, nanoseconds) = _DateCell.parts(date)
    // Years of four digits can be written as dates.
    if seconds >= -62_135_596_800, seconds < 253_402_300_800 { return DateText.text(seconds: seconds, nanoseconds: nanoseconds) }
    return "T\(seconds):\(nanoseconds)"
  }

  private static func decimal(_ value: Decimal128) -> String? {
    let text = value._exactText
    if text == "NaN" { return "nan" }
    // A literal is an integer of 64 bits or a Double, which is compared by its decimal digits.
    if Int64(text) != nil { return text }
    guard let double = Double(text), let again = Decimal128(_exact: "\(double)"), again == value else { return nil }
    return "\(double)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
