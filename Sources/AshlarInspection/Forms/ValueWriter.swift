package import Ashlar
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes values of a file in the forms that docs/interchange.md specifies.
public enum ValueWriter {
  /// The error for an object whose values are nested too deeply to be written.
  public struct TooDeep: Error, CustomStringConvertible {
    let type: String
    let property: String

    init(_ object: DynamicObject, _ column: Int) {
      let model = object._model
      type = model.name
      property = model.properties[column].name
    }

    /// A message that names the property and the limit.
    public var description: String {
      "a value of '\(type).\(property)' is nested more than \(JSONValue.depthLimit) levels deep, which exceeds the limit for JSON"
    }
  }

  /// Returns the value of one stored property of an object.
  /// - Parameter isAny: Whether the property contains an `AnyRealmValue` or a collection of them.
  static func value(of object: DynamicObject, _ column: Int, isAny: Bool) throws(TooDeep) -> JSONValue {
    do throws(DepthExceeded) {
      return try json(object._contents(column), isAny: isAny, 1)
    } catch {
      throw TooDeep(object, column)
    }
  }

  /// Appends the JSON form of one stored property of an object, as `value(of:)` returns it. If it throws, a part of the value may have been
  /// appended.
  /// - Parameter isAny: Whether the property contains an `AnyRealmValue` or a collection of them.
  static func append(_ column: Int, of object: DynamicObject, isAny: Bool, to bytes: inout [UInt8]) throws(TooDeep) {
    do throws(DepthExceeded) {
      try append(object._contents(column), isAny: isAny, 1, to: &bytes)
    } catch {
      throw TooDeep(object, column)
    }
  }

  /// Appends the JSON form of an `AnyRealmValue`. If it throws, a part of the value may have been appended.
  /// - Parameters:
  ///   - object: The object that contains the value, for messages.
  ///   - column: The ordinal of the property that contains the value, or a collection with the value.
  package static func append(
    any value: _StoredContents, of object: DynamicObject, _ column: Int, to bytes: inout [UInt8]
  ) throws(TooDeep) {
    do throws(DepthExceeded) {
      try append(value, isAny: true, 1, to: &bytes)
    } catch {
      throw TooDeep(object, column)
    }
  }

  // Appends the text of `json(_:isAny:_:)`. Most values are written without a `JSONValue`, which would need strings for their numbers.
  private static func append(_ value: _StoredContents, isAny: Bool, _ depth: Int, to bytes: inout [UInt8]) throws(DepthExceeded) {
    if depth >= JSONValue.depthLimit { throw DepthExceeded() }
    switch value {
    case .int(let value): bytes += String(value).utf8
    case .double(let value) where value.isFinite: bytes += value.description.utf8
    case .string(let value): JSONValue.append(value, to: &bytes)
    case .date(let value) where !isAny:
      let (seconds, nanoseconds) = _DateCell.parts(value)
      bytes.append(UInt8(ascii: "\""))
      DateText.append(seconds: seconds, nanoseconds: nanoseconds, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .elements(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try append(element, isAny: isAny, depth + 1, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .entries(let entries):
      bytes.append(UInt8(ascii: "{"))
      for (index, (key, value)) in entries.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONValue.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        try append(value, isAny: isAny, depth + 1, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .null, .bool, .double, .float, .data, .date, .decimal, .objectId, .uuid, .object:
      try json(value, isAny: isAny, depth).append(to: &bytes)
    }
  }

  /// Returns the JSON form of a value that is neither an object nor a collection.
  static func scalar(_ value: _StoredContents) -> JSONValue { (try? json(value, isAny: false, 1)) ?? .null }

  private struct DepthExceeded: Error {}

  private static func json(_ value: _StoredContents, isAny: Bool, _ depth: Int) throws(DepthExceeded) -> JSONValue {
    // The limit is one level less than the reader accepts, because a line is an object.
    if depth >= JSONValue.depthLimit { throw DepthExceeded() }
    func tagged(_ name: String, _ value: JSONValue) -> JSONValue { isAny ? .object([JSONValue.Member(name: name, value: value)]) : value }
    switch value {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .number("\(value)")
    case .double(let value):
      // The description of a Double contains a point or an exponent, which distinguishes it from an Int.
      return value.isFinite ? .number("\(value)") : tagged("$double", .string(name(value)))
    case .float(let value): return tagged("$float", value.isFinite ? .number("\(value)") : .string(name(Double(value))))
    case .string(let value): return .string(value)
    case .data(let value): return tagged("$data", .string(value.base64EncodedString()))
    case .date(let value): return tagged("$date", .string(text(value)))
    case .decimal(let value): return tagged("$decimal", .string(value._exactText))
    case .objectId(let value): return tagged("$objectId", .string(value.stringValue))
    case .uuid(let value): return tagged("$uuid", .string(value.uuidString))
    case .object(let object): return try linked(object, isAny: isAny, depth)
    case .elements(let elements):
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try json(element, isAny: isAny, depth + 1)) }
      return .array(values)
    case .entries(let entries):
      var members: [JSONValue.Member] = []
      members.reserveCapacity(entries.count)
      for (key, value) in entries { members.append(JSONValue.Member(name: key, value: try json(value, isAny: isAny, depth + 1))) }
      return .object(members)
    }
  }

  private static func linked(_ object: DynamicObject, isAny: Bool, _ depth: Int) throws(DepthExceeded) -> JSONValue {
    let model = object._model
    if model.kind == .embedded {
      var members: [JSONValue.Member] = []
      for (column, property) in model.columns.enumerated() {
        let value = try json(object._contents(column), isAny: property.type == .any, depth + 1)
        members.append(JSONValue.Member(name: property.name, value: value))
      }
      return .object(members)
    }
    let type = isAny ? [JSONValue.Member(name: "$type", value: .string(model.name))] : []
    guard let column = model.primaryKey else {
      var parts: [JSONValue] = []
      for column in model.keyColumns { parts.append(try json(object._contents(column), isAny: false, depth + 1)) }
      let name =
        parts.isEmpty
        ? JSONValue.Member(name: "$row", value: .number("\(object._rowKey)")) : JSONValue.Member(name: "$key", value: .array(parts))
      return .object(type + [name])
    }
    let key = try json(object._contents(column), isAny: false, depth + 1)
    if !isAny, key != .null { return key }
    return .object(type + [JSONValue.Member(name: "$key", value: key)])
  }

  private static func name(_ value: Double) -> String { value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }

  private static func text(_ date: Date) -> String {
    let (seconds, nanoseconds) = _DateCell.parts(date)
    return DateText.text(seconds: seconds, nanoseconds: nanoseconds)
  }
}
