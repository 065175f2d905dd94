/// Finds a string or data in a decoded value that is too long to be stored.
enum DecodedSize {
  static func refusal<T>(_ value: T, _ name: String) -> UsageError? {
    if let collection = value as? _CollectionBase { return refusal(in: collection, name) }
    return refusal(untyped: value, name)
  }

  private static func refusal(in collection: _CollectionBase, _ name: String) -> UsageError? {
    // Objects were checked when they were decoded.
    if type(of: collection)._elementType._elementEntity != nil { return nil }
    for element in collection._untyped {
      if let refusal = refusal(untyped: (element as? UntypedEntry)?.value ?? element, name) { return refusal }
    }
    return nil
  }

  private static func refusal(untyped value: Any, _ name: String) -> UsageError? {
    Untyped(value).plain.excess.map { .tooLong(what: $0.what, bytes: $0.bytes, limit: $0.limit, property: name) }
  }
}
