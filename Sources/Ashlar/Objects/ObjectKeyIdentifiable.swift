import AshlarStore

/// Objects that are `Identifiable` by their row, for SwiftUI's lists.
///
/// ```swift
/// class Dog: Object, ObjectKeyIdentifiable {
///   @Persisted var name: String
/// }
///
/// ForEach(person.dogs) { dog in Text(dog.name) }
/// ```
///
/// A type with a property `id` is identified by that property instead.
public nonisolated protocol ObjectKeyIdentifiable: Identifiable {
  /// An identifier that all accessors of a row share, and that differs for every other object of the class.
  var id: UInt64 { get }
}

/// The former, misspelled name.
@available(*, deprecated, renamed: "ObjectKeyIdentifiable")
public typealias ObjectKeyIdentifable = ObjectKeyIdentifiable

extension ObjectKeyIdentifiable where Self: ObjectBase {
  /// The row's key, which is unique within the class. For an unmanaged object, it is the object's address, so `id` changes when the object
  /// is added to a Realm. Reading `id` of an invalidated object stops the program. Complexity: O(1).
  public var id: UInt64 { _identity }
}

extension ObjectBase {
  final var _identity: UInt64 {
    guard _kind == .live else { return UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }
    _resolve()
    return UInt64(bitPattern: _rowAccess.key)
  }
}
