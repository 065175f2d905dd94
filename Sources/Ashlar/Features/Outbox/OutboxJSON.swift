import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes values of asymmetric objects as JSON: an embedded object as an object whose keys are the stored names of the properties, a list
/// and a set as an array, a map as an object, and a linked object as its primary key. Values without a JSON type are strings: dates in ISO
/// 8601, bytes in Base64, identifiers and decimal numbers in their text form, and non-finite numbers as `NaN`, `Infinity` and `-Infinity`.
struct OutboxJSON {
  let core: _RealmCore
  private(set) var bytes: [UInt8]

  init(core: _RealmCore, bytes: [UInt8]) {
    self.core = core
    self.bytes = bytes
  }

  mutating func append(_ value: Any) {
    let value = Untyped(value)
    switch value {
    case .null: raw("null")
    case .string(let value): quoted(value)
    case .bool(let value): raw(value ? "true" : "false")
    case .double(let value): number(value, value.isFinite, value.isNaN, value < 0)
    case .float(let value): number(value, value.isFinite, value.isNaN, value < 0)
    case .int(let value): raw("\(value)")
    case .unsigned(let value): raw("\(value)")
    case .date(let value): text(OutboxDate.text(_DateCell.parts(value)))
    case .data(let value): text(value.base64EncodedString())
    case .uuid(let value): text(value.uuidString.lowercased())
    case .objectId(let value): text(value.stringValue)
    case .decimal(let value): text(value.description)
    case .any(let value): append(value.payload as Any)
    case .object(let value): append(object: value)
    case .collection(let value): append(collection: value)
    // Enums and custom types.
    case .array, .dictionary, .number, .other: append(value.payload.map(plainValue) as Any)
    }
  }

  private mutating func append(object: ObjectBase) {
    let entity = object._entity
    guard entity.model.kind == .embedded else {
      guard entity.keyColumn >= 0 else {
        misuse(.value("An asymmetric object links to a '\(entity.model.name)', which needs a primary key: only the key is sent."))
      }
      core.add(object, policy: .error)
      return append(object._value(at: entity.keyColumn) as Any)
    }
    bytes.append(UInt8(ascii: "{"))
    for (column, property) in entity.model.columns.enumerated() {
      if column > 0 { bytes.append(UInt8(ascii: ",")) }
      quoted(property.storedName)
      bytes.append(UInt8(ascii: ":"))
      append(object._value(at: column) as Any)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(collection: _CollectionBase) {
    let isMap = type(of: collection)._kindName == "Map"
    bytes.append(UInt8(ascii: isMap ? "{" : "["))
    for (index, element) in collection._untyped.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let entry = element as? UntypedEntry {
        quoted(entry.key)
        bytes.append(UInt8(ascii: ":"))
        append(entry.value)
      } else {
        append(element)
      }
    }
    bytes.append(UInt8(ascii: isMap ? "}" : "]"))
  }

  // MARK: - Tokens

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  // Appends a JSON string whose characters need no escapes.
  private mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    raw(text)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func number(_ value: some CustomStringConvertible, _ isFinite: Bool, _ isNaN: Bool, _ isNegative: Bool) {
    if isFinite { raw(value.description) } else { text(isNaN ? "NaN" : isNegative ? "-Infinity" : "Infinity") }
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = "0123456789abcdef".utf8
        raw("\\u00")
        bytes.append(digits[digits.index(digits.startIndex, offsetBy: Int(byte >> 4))])
        bytes.append(digits[digits.index(digits.startIndex, offsetBy: Int(byte & 15))])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// The text form of dates.
package enum OutboxDate {
  /// Returns a date in ISO 8601 format, in UTC, with a fraction of a second if it is not zero: `2026-03-01T12:00:00.25Z`.
  package static func text(_ parts: (seconds: Int64, nanoseconds: Int32)) -> String {
    var seconds = parts.seconds
    var nanoseconds = Int64(parts.nanoseconds)
    if nanoseconds < 0 {
      let (before, isBeyond) = seconds.subtractingReportingOverflow(1)
      if !isBeyond { (seconds, nanoseconds) = (before, nanoseconds + 1_000_000_000) } else { nanoseconds = 0 }
    }
    var day = seconds / 86_400
    var second = seconds % 86_400
    if second < 0 {
      second += 86_400
      day -= 1
    }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = "\(number.magnitude)"
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2))T"
    text += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if nanoseconds > 0 {
      var fraction = padded(nanoseconds, 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "Z"
  }
}
