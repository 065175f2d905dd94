import AshlarStore

/// Identity for lists of views: objects that are `Identifiable` by the row they stand for.
///
/// A type with a property `id` is identified by that property instead.
public nonisolated protocol ObjectKeyIdentifiable: Identifiable {
  /// The same for all accessors of one row; another for every other object of the class.
  var id: UInt64 { get }
}

/// The old name, which was misspelled.
@available(*, deprecated, renamed: "ObjectKeyIdentifiable")
public typealias ObjectKeyIdentifable = ObjectKeyIdentifiable

extension ObjectKeyIdentifiable where Self: ObjectBase {
  /// The row's key, unique within the class. An unmanaged object has its address instead, so its `id` changes when it is added
  /// to a Realm. An invalidated object stops the program. Complexity: O(1).
  public var id: UInt64 { _identity }
}

extension ObjectBase {
  final var _identity: UInt64 {
    guard _kind == .live else { return UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }
    _resolve()
    return UInt64(bitPattern: _row.key)
  }
}
