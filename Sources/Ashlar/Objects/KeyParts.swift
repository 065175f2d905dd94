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

  // Appends an untyped value of a property. Returns false if it is nil, or if its type does not match the property's.
  fileprivate mutating func append(untyped value: Any, _ property: PropertyModel) -> Bool {
    append(Untyped(value).constant(as: property.type), property.type)
  }
}

extension CompoundKeyed {
  // Returns the encoding of a key of this class; nil if the value is none.
  fileprivate static func bytes(of key: Any) -> [UInt8]? {
    guard let key = key as? PrimaryKey else { return nil }
    var parts = _KeyParts()
    _encode(key, to: &parts)
    return parts.encoder.bytes
  }
}

extension _Entity {
  /// Returns the encoding of a compound key: a value of the class's `PrimaryKey`, an array of the values in the order of the key, or a
  /// dictionary of the values by the names of all properties of the key. Returns nil for any other value. Does not check the range of
  /// integers.
  func compoundKeyBytes(of key: Any) -> [UInt8]? {
    if let type = type as? any CompoundKeyed.Type, let bytes = type.bytes(of: key) { return bytes }
    let properties = keyColumns.map { model.properties[$0] }
    var parts = _KeyParts()
    switch Untyped(key) {
    case .array(let values):
      guard values.count == properties.count else { return nil }
      for (value, property) in zip(values, properties) {
        guard parts.append(untyped: value, property) else { return nil }
      }
    case .dictionary(let values):
      guard values.count == properties.count else { return nil }
      for property in properties {
        guard let value = values[property.name], parts.append(untyped: value, property) else { return nil }
      }
    case .null, .bool, .int, .unsigned, .double, .float, .string, .data, .date, .uuid, .objectId, .decimal, .any, .object, .collection,
      .number, .other:
      return nil
    }
    return parts.encoder.bytes
  }
}
