// Classes declared `: Object, Codable` or `Decodable` get their `init(from:)` from Swift, over wrappers. `encode(to:)` is emitted: a wrapper
// does not know its object.

extension Persisted: Decodable where Value: Decodable {
  /// Decodes the property's value. Throws `DecodingError.typeMismatch` for null where the value cannot be nil, and `.dataCorrupted` for
  /// text and bytes that are longer than a property may be.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil(), !(Value.self is any ExpressibleByNilLiteral.Type) {
      throw DecodingError.typeMismatch(
        Value.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Cannot convert nil to '\(Value.self)'."))
    }
    let value = try container.decode(Value.self)
    if let refusal = DecodedSize.refusal(value, decoder.codingPath.last?.stringValue ?? "\(Value.self)") {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: refusal.description)
    }
    self.init(decoded: value)
  }
}

extension Persisted: Encodable where Value: Encodable {
  /// Encodes a decoded value whose object does not exist yet.
  ///
  /// Throws `EncodingError.invalidValue` once the value is in an object: the wrapper does not know which, and `encode(to:)` of the class,
  /// which is emitted for classes that are `Encodable`, encodes the property itself.
  public func encode(to encoder: any Encoder) throws {
    guard case .decoded(let property) = origin, let value = property.waiting else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "The wrapper of a property of type '\(Value.self)' does not know its object. Encode the property, not the "
            + "wrapper whose name begins with an underscore."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Persisted: OptionalCodingWrapper where Value: ExpressibleByNilLiteral {}

extension KeyedDecodingContainer {
  /// Decodes a wrapper; one without a value where the key is missing.
  public func decode<T>(_ type: T.Type, forKey key: K) throws -> T where T: Decodable, T: OptionalCodingWrapper {
    try decodeIfPresent(type, forKey: key) ?? T(wrappedValue: nil)
  }
}
