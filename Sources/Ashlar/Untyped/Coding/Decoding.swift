/// Decodes an object's properties. For emitted code.
public nonisolated struct _Decoding {
  private let container: KeyedDecodingContainer<_CodingName>

  /// Throws the decoder's error if it has no keyed container.
  public init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: _CodingName.self) }

  /// Decodes a required value. Throws `DecodingError.keyNotFound` if the key is missing, regardless of the schema's default;
  /// `.typeMismatch` for null; and `.dataCorrupted` for strings and data that are longer than a property may be.
  public func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
    let key = _CodingName(stringValue: name)
    if container.contains(key), try container.decodeNil(forKey: key), !(type is any ExpressibleByNilLiteral.Type) {
      throw DecodingError.typeMismatch(
        type, DecodingError.Context(codingPath: container.codingPath + [key], debugDescription: "Cannot convert nil to '\(type)'."))
    }
    return try checked(container.decode(type, forKey: key), key)
  }

  /// Decodes a value that may be null or missing.
  public func optional<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
    let key = _CodingName(stringValue: name)
    return try container.decodeIfPresent(type, forKey: key).map { try checked($0, key) }
  }

  // Throws `DecodingError.dataCorrupted` for strings and data that no property can hold.
  private func checked<T>(_ value: T, _ key: _CodingName) throws -> T {
    if let refusal = DecodedSize.refusal(value, key.stringValue) {
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: refusal.description)
    }
    return value
  }
}
