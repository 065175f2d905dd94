import AshlarSchema
import AshlarStore

/// Encodes an object's properties. Used by emitted code.
public nonisolated struct _Encoding {
  private var container: KeyedEncodingContainer<_CodingName>

  /// Throws `EncodingError.invalidValue` for a managed object, from which a whole database may be reachable.
  public init(_ object: ObjectBase, _ encoder: any Encoder) throws {
    guard object._kind == .unmanaged else {
      throw EncodingError.invalidValue(
        object,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "Only unmanaged objects can be encoded automatically; '\(object._className)' is managed by a Realm. "
            + "To encode managed objects, conform to Decodable only and implement encode(to:) by hand."))
    }
    container = encoder.container(keyedBy: _CodingName.self)
  }

  /// Encodes the primary key alone if the object was decoded from it; returns false for all other objects, and encodes nothing.
  public static func key<T: Encodable>(_ key: @autoclosure () -> T, of object: ObjectBase, _ encoder: any Encoder) throws -> Bool {
    guard object._isReference else { return false }
    var container = encoder.singleValueContainer()
    try container.encode(key())
    return true
  }

  /// Encodes a value; nil as null.
  public mutating func encode<T: Encodable>(_ value: T, _ name: String) throws {
    try container.encode(value, forKey: _CodingName(stringValue: name))
  }
}
