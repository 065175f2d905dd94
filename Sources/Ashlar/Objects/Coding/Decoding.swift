/// Reads an object's properties. For emitted code.
public nonisolated struct _Decoding {
  private let container: KeyedDecodingContainer<_CodingName>

  /// Throws when the decoder holds no values by key.
  public init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: _CodingName.self) }

  /// A value that has to be there: `DecodingError.keyNotFound` is thrown when the key is missing, whatever the schema's default,
  /// and `.typeMismatch` for null.
  public func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
    let key = _CodingName(stringValue: name)
    if container.contains(key), try container.decodeNil(forKey: key), !(type is any ExpressibleByNilLiteral.Type) {
      throw DecodingError.typeMismatch(
        type, DecodingError.Context(codingPath: container.codingPath + [key], debugDescription: "Cannot convert nil to '\(type)'."))
    }
    return try container.decode(type, forKey: key)
  }

  /// A value that may be null or missing.
  public func optional<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
    try container.decodeIfPresent(type, forKey: _CodingName(stringValue: name))
  }
}
