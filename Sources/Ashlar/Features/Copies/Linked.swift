/// A link in a copy: the primary key of the linked object, or a copy of that object.
///
/// ```swift
/// switch copy.owner {
/// case .key(let key)?: print("owner", key)
/// case .value(let owner)?: print(owner.name)
/// case nil: print("no owner")
/// }
/// ```
public nonisolated indirect enum Linked<T: KeyedValueConvertible>: Sendable, Hashable {
  case key(T.Key)
  case value(T.Value)

  /// Creates the link to an object, with a copy of the object if `depth` is positive. Complexity: O(size of the copy).
  public init(_ object: T, depth: Int = 0) {
    self = depth > 0 ? .value(object.value(depth: depth - 1)) : .key(object._valueKey)
  }

  /// Returns the managed object with the key, or a new unmanaged object with the content of the copy.
  ///
  /// Throws `Realm.Error.invalidInput` if no object has the key, or if `realm` is nil and a key must be looked up.
  public func object(in realm: Realm?) throws -> T {
    switch self {
    case .value(let value): return try T(value, in: realm)
    case .key(let key):
      guard let realm else {
        throw Realm.Error(
          .invalidInput, "The value links to \(T.self) \(key) by key, which requires a Realm: pass 'in: realm', or use 'realm.add'."
        )
      }
      guard let object = realm.object(ofType: T.self, forPrimaryKey: key) else {
        throw Realm.Error(
          .invalidInput, "The value links to \(T.self) \(key), which is not in the Realm: add it first.",
          fileURL: realm.configuration.fileURL)
      }
      return object
    }
  }
}

extension Linked: Encodable where T.Key: Encodable, T.Value: Encodable {
  /// Encodes the primary key alone, or the value as an object; see the guide, *Codable and JSON*.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .key(let key):
      var container = encoder.singleValueContainer()
      try container.encode(key)
    case .value(let value): try value.encode(to: encoder)
    }
  }
}

extension Linked: Decodable where T.Key: Decodable, T.Value: Decodable {
  /// Decodes an object as a value, and everything else as a primary key, because no key is encoded as an object.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.container(keyedBy: _CodingName.self)) != nil {
      self = .value(try T.Value(from: decoder))
    } else {
      self = .key(try decoder.singleValueContainer().decode(T.Key.self))
    }
  }
}
