// For classes declared `: Object, Codable` or `Decodable`, Swift synthesizes an `init(from:)` that decodes the wrappers. `encode(to:)` is
// generated, because a wrapper has no reference to its object.

extension Persisted: Decodable where Value: Decodable {
  /// Decodes the property's value. Throws `DecodingError.typeMismatch` for null if the value cannot be nil, and `.dataCorrupted` for
  /// strings and data that are too long for a property. See the guide, *Models written in Swift*.
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
  /// Encodes a decoded value whose object does not exist yet. See the guide, *Models written in Swift*.
  ///
  /// Throws `EncodingError.invalidValue` once the object exists: the wrapper has no reference to it. The generated `encode(to:)` of an
  /// `Encodable` class encodes the property itself.
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
  /// Decodes a wrapper; if the key is missing or its value is null, the wrapped value is nil.
  public func decode<T>(_ type: T.Type, forKey key: K) throws -> T where T: Decodable, T: OptionalCodingWrapper {
    try decodeIfPresent(type, forKey: key) ?? T(wrappedValue: nil)
  }

  /// Decodes a property. If the key is missing, the property has its initial value, or a new identifier if it is a UUID or an ObjectId;
  /// otherwise, this throws `DecodingError.keyNotFound`.
  public func decode<Value>(_ type: Persisted<Value>.Type, forKey key: K) throws -> Persisted<Value> where Value: Decodable {
    guard !contains(key), AbsentKeys.haveDefault(key) else { return try decodeAny(type, forKey: key) }
    return Persisted(decoded: nil)
  }

  /// Decodes an optional property. If the key is missing, the property has its initial value; if it has none, the property is nil.
  public func decode<Value>(
    _ type: Persisted<Value>.Type, forKey key: K
  ) throws -> Persisted<Value> where Value: Decodable, Value: ExpressibleByNilLiteral {
    if contains(key) { return try decodeIfPresent(type, forKey: key) ?? Persisted(decoded: .some(nil)) }
    return AbsentKeys.haveDefault(key) ? Persisted(decoded: nil) : Persisted(decoded: .some(nil))
  }

  // Calls the declaration of the standard library, which the more specific declarations in this file would hide.
  private func decodeAny<T: Decodable>(_ type: T.Type, forKey key: K) throws -> T { try decode(type, forKey: key) }
}
