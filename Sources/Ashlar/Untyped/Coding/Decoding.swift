/// Decodes an object's properties. Used by emitted code.
public nonisolated struct _Decoding {
  private enum Input {
    case members(KeyedDecodingContainer<_CodingName>)
    /// A decoder of a single value, and the error that it threw because it has no members.
    case single(any Decoder, any Error)
  }

  private let input: Input

  /// Throws the decoder's error if it has no keyed container.
  public init(_ decoder: any Decoder) throws { input = .members(try decoder.container(keyedBy: _CodingName.self)) }

  /// Like `init(_:)`, but also accepts a single value, which is the primary key of the object; `isKey` is then true.
  public init(orKey decoder: any Decoder) throws {
    do {
      input = .members(try decoder.container(keyedBy: _CodingName.self))
    } catch {
      guard let single = try? decoder.singleValueContainer(), !single.decodeNil() else { throw error }
      input = .single(decoder, error)
    }
  }

  /// Whether the decoder has a single value instead of members.
  public var isKey: Bool {
    switch input {
    case .members: false
    case .single: true
    }
  }

  /// Decodes the primary key, and turns the object into a reference to the stored object with this key. If the value is not of the key's
  /// type, throws the error with which the decoder rejected a keyed container; `DecodingError.dataCorrupted` if the key is too long.
  public func key<T: Decodable>(_ type: T.Type, of object: ObjectBase) throws -> T {
    switch input {
    case .members(let container):
      throw DecodingError.typeMismatch(type, .init(codingPath: container.codingPath, debugDescription: "The value is not a primary key."))
    case .single(let decoder, let error):
      guard let key = try? decoder.singleValueContainer().decode(type) else { throw error }
      if let refusal = DecodedSize.refusal(key, object._className) {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: refusal.description))
      }
      object._becomeReference()
      return key
    }
  }

  private func members() throws -> KeyedDecodingContainer<_CodingName> {
    switch input {
    case .members(let container): container
    case .single(_, let error): throw error
    }
  }

  /// Whether there is a value or null under a key. If there is neither, the property keeps the default that a new object has.
  public func contains(_ name: String) -> Bool {
    switch input {
    case .members(let container): container.contains(_CodingName(stringValue: name))
    case .single: false
    }
  }

  /// Decodes a required value. Throws `DecodingError.keyNotFound` if the key is missing; `.typeMismatch` for null, unless `T` can represent
  /// it; and `.dataCorrupted` for strings and data that are too long for a property.
  public func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
    let container = try members()
    let key = _CodingName(stringValue: name)
    if container.contains(key), try container.decodeNil(forKey: key), !(type is any ExpressibleByNilLiteral.Type) {
      throw DecodingError.typeMismatch(
        type, DecodingError.Context(codingPath: container.codingPath + [key], debugDescription: "Cannot convert nil to '\(type)'."))
    }
    return try checked(container.decode(type, forKey: key), key, container)
  }

  /// Decodes a value; returns nil if it is null or missing.
  public func optional<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
    let container = try members()
    let key = _CodingName(stringValue: name)
    return try container.decodeIfPresent(type, forKey: key).map { try checked($0, key, container) }
  }

  // Throws `DecodingError.dataCorrupted` for strings and data that are too long for a property.
  private func checked<T>(_ value: T, _ key: _CodingName, _ container: KeyedDecodingContainer<_CodingName>) throws -> T {
    if let refusal = DecodedSize.refusal(value, key.stringValue) {
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: refusal.description)
    }
    return value
  }
}
