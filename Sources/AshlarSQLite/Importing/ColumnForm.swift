internal import Ashlar
internal import AshlarInspection
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The reason why a value cannot be converted without loss.
struct ColumnFailure: Error, Equatable {
  let message: String
  /// Whether the message already begins with the table and row of the value.
  let isPlaced: Bool

  init(_ message: String, isPlaced: Bool = false) {
    self.message = message
    self.isPlaced = isPlaced
  }

  init(_ value: SQLiteValue, isNo expected: String) {
    self.init("\(ColumnFailure.shown(value)) is not \(expected)")
  }

  /// Returns a value as shown in messages; long values are truncated.
  static func shown(_ value: SQLiteValue) -> String {
    switch value {
    case .null: return "NULL"
    case .integer(let number): return "the integer \(number)"
    case .real(let number): return "the number \(number)"
    case .text(let text): return "the text \(JSONValue.string(text.count > 60 ? text.prefix(60) + "…" : text).text)"
    case .damagedText: return "text that is not valid UTF-8"
    case .damagedUTF16: return "text that is not valid UTF-16"
    case .blob(let bytes): return "a BLOB of \(bytes.count) bytes"
    }
  }
}

/// Converts the values of a column to those of a property. A value is rejected if it has no exact counterpart.
struct ColumnForm {
  private let type: ValueType
  private let isJSON: Bool
  private let dates: NumericDates?

  /// - Parameters:
  ///   - declaredType: The declared type of the column if `ashlar export` has created it: `JSON_TEXT` and `DATETIME_REAL` determine the
  ///     form of the values. Nil for columns of other programs, for which these types have no fixed meaning.
  ///   - dates: The meaning of numbers in columns of dates; nil if it is unknown.
  init(_ type: ValueType, declaredType: String?, dates: NumericDates?) {
    self.type = type
    isJSON = declaredType == "JSON_TEXT"
    self.dates = declaredType == "DATETIME_REAL" ? .unix : dates
  }

  /// Whether `contents` can convert the values.
  var isDirect: Bool {
    switch type.form {
    case .bool, .integer, .float, .double, .string, .data, .date: true
    case .decimal, .objectId, .uuid, .any, .object: false
    }
  }

  /// Returns a value in its stored form. `isDirect` must be true.
  func contents(_ value: SQLiteValue) throws(ColumnFailure) -> _StoredContents {
    if case .null = value { return .null }
    switch type.form {
    case .bool: return .bool(try bool(value))
    case .integer: return .int(Int(try integer(value)))
    case .float: return .float(Float(try float(value)))
    case .double: return .double(try double(value))
    case .string: return .string(try string(value))
    case .data: return .data(Data(try bytes(value)))
    case .date:
      let (seconds, nanoseconds) = try dateParts(value)
      return .date(_DateCell.date(seconds, nanoseconds))
    case .decimal, .objectId, .uuid, .any, .object: throw ColumnFailure("the value is converted as JSON")
    }
  }

  /// Returns a value in the form that docs/interchange.md specifies.
  func json(_ value: SQLiteValue) throws(ColumnFailure) -> JSONValue {
    if value == .null { return .null }
    switch type.form {
    case .bool: return .bool(try bool(value))
    case .integer: return .number("\(try integer(value))")
    case .float: return Self.json(try float(value))
    case .double: return Self.json(try double(value))
    case .string: return .string(try string(value))
    case .data: return .string(Self.base64(try bytes(value)))
    case .date: return .string(try date(value))
    case .decimal: return .string(try decimal(value))
    case .objectId: return .string(try objectId(value))
    case .uuid: return .string(try uuid(value))
    case .any: return try any(value)
    case .object: throw ColumnFailure("a link is converted as the key of its target")
    }
  }

  // MARK: - Numbers

  private func bool(_ value: SQLiteValue) throws(ColumnFailure) -> Bool {
    switch value {
    case .integer(0), .real(0): return false
    case .integer(1), .real(1): return true
    case .text(let text) where ["false", "f", "no"].contains(text.lowercased()): return false
    case .text(let text) where ["true", "t", "yes"].contains(text.lowercased()): return true
    default: throw ColumnFailure(value, isNo: "a Bool, which is 0 or 1")
    }
  }

  private func integer(_ value: SQLiteValue) throws(ColumnFailure) -> Int64 {
    let number: Int64? =
      switch value {
      case .integer(let number): number
      case .real(let number): Int64(exactly: number)
      case .text(let text): Int64(text)
      case .null, .damagedText, .damagedUTF16, .blob: nil
      }
    guard let number else { throw ColumnFailure(value, isNo: "an integer") }
    if let range = type.kind.integerRange, !range.contains(number) {
      throw ColumnFailure(value, isNo: "in the range of \(type.kind.name), \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func double(_ value: SQLiteValue) throws(ColumnFailure) -> Double {
    switch value {
    case .real(let number): return number
    case .integer(let number):
      if let exact = Double(exactly: number) { return exact }
    // SQLite cannot store NaN as a number, so an export stores this text.
    case .text("NaN"): return .nan
    case .text(let text):
      if let integer = Int64(text) {
        guard let exact = Double(exactly: integer) else { break }
        return exact
      }
      // Swift parses hexadecimal numbers in text; SQLite does not.
      if let number = Double(text), number.isFinite, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
        number.represents(text)
      {
        return number
      }
    case .null, .damagedText, .damagedUTF16, .blob: break
    }
    throw ColumnFailure(value, isNo: "a number that a Double represents")
  }

  private func float(_ value: SQLiteValue) throws(ColumnFailure) -> Double {
    let number = try double(value)
    guard number.isNaN || Double(Float(number)) == number else { throw ColumnFailure(value, isNo: "a number that a Float represents") }
    return number
  }

  // A whole number also has a decimal point or an exponent in JSON, so an `AnyRealmValue` reads it as a Double.
  private static func json(_ number: Double) -> JSONValue {
    if number.isFinite { return .number("\(number)") }
    return .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
  }

  private func decimal(_ value: SQLiteValue) throws(ColumnFailure) -> String {
    switch value {
    case .integer(let number): return "\(number)"
    // The description is the shortest decimal that converts to this number.
    case .real(let number) where number.isFinite: return "\(number)"
    case .text(let text): return text
    case .null, .real, .damagedText, .damagedUTF16, .blob: throw ColumnFailure(value, isNo: "a decimal number")
    }
  }

  // MARK: - Text and bytes

  private func string(_ value: SQLiteValue) throws(ColumnFailure) -> String {
    switch value {
    case .text(let text): return text
    case .integer(let number): return "\(number)"
    case .null, .real, .damagedText, .damagedUTF16, .blob: throw ColumnFailure(value, isNo: "text")
    }
  }

  private func bytes(_ value: SQLiteValue) throws(ColumnFailure) -> [UInt8] {
    switch value {
    case .blob(let bytes), .damagedText(let bytes): return bytes
    case .text(let text): return Array(text.utf8)
    // The bytes of text are those in UTF-8, which this text does not have.
    case .null, .integer, .real, .damagedUTF16: throw ColumnFailure(value, isNo: "a BLOB")
    }
  }

  private func objectId(_ value: SQLiteValue) throws(ColumnFailure) -> String {
    if case .blob(let bytes) = value, bytes.count == 12 { return Self.hex(bytes) }
    if case .text(let text) = value { return text }
    throw ColumnFailure(value, isNo: "an ObjectId, which is text of 24 hex digits or a BLOB of 12 bytes")
  }

  private func uuid(_ value: SQLiteValue) throws(ColumnFailure) -> String {
    if case .text(let text) = value { return text.utf8.count == 32 ? Self.dashed(text) : text }
    if case .blob(let bytes) = value, bytes.count == 16 { return Self.dashed(Self.hex(bytes)) }
    throw ColumnFailure(value, isNo: "a UUID, which is text of 32 hex digits or a BLOB of 16 bytes")
  }

  private static func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  private static func dashed(_ digits: String) -> String {
    let digits = Array(digits.utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    return parts.joined(separator: "-")
  }

  private static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }

  // MARK: - Dates and values of any type

  private func date(_ value: SQLiteValue) throws(ColumnFailure) -> String {
    let (seconds, nanoseconds) = try dateParts(value)
    return DateText.text(seconds: seconds, nanoseconds: nanoseconds)
  }

  private func dateParts(_ value: SQLiteValue) throws(ColumnFailure) -> (seconds: Int64, nanoseconds: Int32) {
    var parts: (seconds: Int64, nanoseconds: Int32)?
    switch value {
    case .text(let text): parts = ColumnDate.parse(text)
    case .integer(let number):
      guard let dates else { throw Self.unknownDates(value) }
      parts = dates.parts(number)
    case .real(let number):
      guard let dates else { throw Self.unknownDates(value) }
      parts = dates.parts(number)
    case .null, .damagedText, .damagedUTF16, .blob: break
    }
    guard let parts else { throw ColumnFailure(value, isNo: "a date such as 2024-02-29 12:00:00") }
    // A date is a Double. In this century, it rounds fractions to about 0.1 microseconds; far from the present, it would round seconds,
    // such as those of a number that counts nanoseconds.
    if case .integer = value, _DateCell.parts(_DateCell.date(parts.seconds, 0)) != (parts.seconds, 0) {
      let shown = ColumnFailure.shown(value)
      throw ColumnFailure("\(shown) is too large for a date, whose seconds would be rounded: state with '--dates' the form of the numbers")
    }
    return parts
  }

  private static func unknownDates(_ value: SQLiteValue) -> ColumnFailure {
    let forms = NumericDates.allCases.map(\.rawValue).joined(separator: ", ")
    return ColumnFailure("\(ColumnFailure.shown(value)) is a date of unknown form: state what such numbers mean with '--dates' (\(forms))")
  }

  private func any(_ value: SQLiteValue) throws(ColumnFailure) -> JSONValue {
    switch value {
    case .null: return .null
    case .integer(let number): return .number("\(number)")
    case .real(let number):
      let json = Self.json(number)
      return number.isFinite ? json : .object([JSONValue.Member(name: "$double", value: json)])
    case .text(let text) where isJSON:
      guard let json = JSONValue(parsing: text) else { throw ColumnFailure(value, isNo: "JSON") }
      return json
    case .text(let text): return .string(text)
    case .damagedText, .damagedUTF16: throw ColumnFailure(value, isNo: "text or a number")
    case .blob(let bytes): return .object([JSONValue.Member(name: "$data", value: .string(Self.base64(bytes)))])
    }
  }
}
