internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads values that are neither objects nor collections.
enum ScalarReader {
  /// Returns a value in the form that `DynamicObject` accepts.
  static func value(_ json: JSONValue, _ type: ValueType) throws(ValueFailure) -> Any {
    guard let value = try contents(json, type).scalar else { throw ValueFailure("expected a value") }
    return value
  }

  /// Returns the contents of a value. Throws if the value is null or is not of the type.
  static func contents(_ json: JSONValue, _ type: ValueType) throws(ValueFailure) -> _StoredContents {
    switch type {
    case .bool:
      guard case .bool(let value) = json else { throw ValueFailure(expected: "true or false", json) }
      return .bool(value)
    case .int, .int64: return .int(Int(try integer(json, Int64.self)))
    case .int8: return .int(Int(try integer(json, Int8.self)))
    case .int16: return .int(Int(try integer(json, Int16.self)))
    case .int32: return .int(Int(try integer(json, Int32.self)))
    case .float: return .float(try number(json, Float.self))
    case .double: return .double(try number(json, Double.self))
    case .string:
      let text = try string(json, "text")
      try check(text.utf8.count, Slot.byteLimit)
      return .string(text)
    case .data:
      guard let data = Data(base64Encoded: try string(json, "base64")) else { throw ValueFailure(expected: "base64", json) }
      try check(data.count, Slot.dataLimit)
      return .data(data)
    case .date:
      let expected = "a date such as 2024-02-29T12:00:00Z"
      guard let (seconds, nanoseconds) = DateText.parse(try string(json, expected)) else { throw ValueFailure(expected: expected, json) }
      return .date(_DateCell.date(seconds, nanoseconds))
    case .decimal128:
      let expected = "a decimal number of at most 34 digits"
      if case .number(let digits) = json, let value = Decimal128(_exact: digits) { return .decimal(value) }
      guard let value = Decimal128(_exact: try string(json, expected)) else { throw ValueFailure(expected: expected, json) }
      return .decimal(value)
    case .objectId:
      guard let id = try? ObjectId(string: try string(json, "24 hex digits")) else { throw ValueFailure(expected: "24 hex digits", json) }
      return .objectId(id)
    case .uuid:
      guard let id = UUID(uuidString: try string(json, "a UUID")) else { throw ValueFailure(expected: "a UUID", json) }
      return .uuid(id)
    case .object, .any: throw ValueFailure("expected a value")
    }
  }

  /// Throws if text or data exceeds the limit of a value.
  static func checkSize(of contents: _StoredContents) throws(ValueFailure) {
    if case .string(let text) = contents { try check(text.utf8.count, Slot.byteLimit) }
    if case .data(let data) = contents { try check(data.count, Slot.dataLimit) }
  }

  private static func string(_ json: JSONValue, _ expected: String) throws(ValueFailure) -> String {
    guard case .string(let text) = json else { throw ValueFailure(expected: expected, json) }
    return text
  }

  private static func check(_ bytes: Int, _ limit: Int) throws(ValueFailure) {
    if bytes > limit { throw ValueFailure("\(bytes) bytes exceed the limit of \(limit) for a value") }
  }

  private static func integer<Integer: FixedWidthInteger>(_ json: JSONValue, _ type: Integer.Type) throws(ValueFailure) -> Integer {
    guard case .number(let text) = json, let value = Integer(text) else {
      throw ValueFailure(expected: "an integer from \(Integer.min) to \(Integer.max)", json)
    }
    return value
  }

  private static func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ json: JSONValue, _ type: Number.Type
  ) throws(ValueFailure) -> Number {
    switch json {
    case .number(let text):
      guard let value = Number(text), value.isFinite else { throw ValueFailure(expected: "a number in the range of \(Number.self)", json) }
      return value
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    default: throw ValueFailure(expected: "a number, or \"NaN\", \"Infinity\" or \"-Infinity\"", json)
    }
  }
}
