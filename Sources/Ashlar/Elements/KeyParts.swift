import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The values of a compound primary key, encoded for a look-up. Used by emitted code.
public nonisolated struct _KeyParts {
  var encoder = KeyEncoder()

  /// Creates a key without values.
  public init() {}

  /// Appends the value of a property.
  public mutating func append(_ value: Int) { encoder.append(Int64(value)) }
  /// Appends the value of a property.
  public mutating func append(_ value: Int8) { encoder.append(Int64(value)) }
  /// Appends the value of a property.
  public mutating func append(_ value: Int16) { encoder.append(Int64(value)) }
  /// Appends the value of a property.
  public mutating func append(_ value: Int32) { encoder.append(Int64(value)) }
  /// Appends the value of a property.
  public mutating func append(_ value: Int64) { encoder.append(value) }
  /// Appends the value of a property.
  public mutating func append(_ value: Bool) { encoder.append(value) }
  /// Appends the value of a property.
  public mutating func append(_ value: String) { TextCell.withBytes(of: value) { encoder.append(text: $0) } }
  /// Appends the value of a property.
  public mutating func append(_ value: UUID) { withUnsafeBytes(of: value.uuid) { encoder.append(id: $0) } }
  /// Appends the value of a property.
  public mutating func append(_ value: ObjectId) { value.bytes.withUnsafeBytes { encoder.append(id: $0) } }
  /// Appends the value of a property.
  public mutating func append(_ value: Date) {
    let (seconds, nanoseconds) = _DateCell.parts(value)
    encoder.append(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Appends a constant that has the form of the values of a type. Returns false, and appends nothing, for any other constant.
  mutating func append(_ constant: QueryConstant?, _ type: ValueType) -> Bool {
    switch constant {
    case .bool(let value) where type.form == .bool: encoder.append(value)
    case .int(let value) where type.form == .integer: encoder.append(value)
    case .date(let seconds, let nanoseconds) where type.form == .date: encoder.append(seconds: seconds, nanoseconds: nanoseconds)
    case .string(let text) where type.form == .string: append(text)
    case .bytes(let bytes) where type.form == .objectId || type.form == .uuid: bytes.withUnsafeBytes { encoder.append(id: $0) }
    case .null, .bool, .int, .double, .string, .bytes, .data, .date, .decimal, .object, .collection, nil: return false
    }
    return true
  }
}
