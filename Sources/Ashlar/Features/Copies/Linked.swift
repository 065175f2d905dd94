/// A link in a value: to an object by its primary key, or to a copy of the object.
public nonisolated indirect enum Linked<T: KeyedValueConvertible>: Sendable, Hashable {
  case key(T.Key)
  case value(T.Value)

  /// The link to an object, with a copy of it if `depth` is positive. O(size of the copy).
  public init(_ object: T, depth: Int = 0) {
    self = depth > 0 ? .value(object.value(depth: depth - 1)) : .key(object._valueKey)
  }

  /// The managed object that has the key, or a new unmanaged object that holds the value.
  ///
  /// Throws `Realm.Error.invalidInput` if there is no object with the key, or no Realm to look in.
  public func object(in realm: Realm?) throws -> T {
    switch self {
    case .value(let value): return try T(value, in: realm)
    case .key(let key):
      guard let realm else {
        throw Realm.Error(
          .invalidInput, "The value links to \(T.self) \(key) by key, which needs a Realm to look in: pass 'in: realm', or use 'realm.add'."
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

extension Linked: Encodable where T.Key: Encodable, T.Value: Encodable {}

extension Linked: Decodable where T.Key: Decodable, T.Value: Decodable {}
