import AshlarSchema
import AshlarStore

extension CompoundKeyed {
  // Returns the encoding of a key of this class; nil if the value is not a `PrimaryKey` of the class.
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

extension _KeyParts {
  // Appends an untyped value of a property. Returns false if it is nil, or if its type does not match the property's.
  fileprivate mutating func append(untyped value: Any, _ property: PropertyModel) -> Bool {
    append(Untyped(value).constant(as: property.type), property.type)
  }
}
