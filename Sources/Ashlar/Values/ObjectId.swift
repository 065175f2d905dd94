/// A 12-byte identifier that is unique without coordination: a time in seconds, a random part for each process, and a counter.
///
/// ```swift
/// class Person: Object {
///   @Persisted(primaryKey: true) var id: ObjectId
/// }
///
/// let id = try ObjectId(string: "507f1f77bcf86cd799439011")
/// let person = realm.object(ofType: Person.self, forPrimaryKey: id)
/// ```
///
/// A property without an initial value is initialized with a generated identifier. See the guide, *Models written in Swift*.
@frozen public nonisolated struct ObjectId: Hashable, Sendable {
  /// Bytes 0 to 7, the first one most significant.
  @usableFromInline let high: UInt64
  /// Bytes 8 to 11, the first one most significant.
  @usableFromInline let low: UInt32

  /// Creates an identifier from the bytes in two words, the first byte most significant.
  @inlinable internal init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }

  /// Creates the identifier whose bytes are all zero. `generate()` returns a unique one.
  ///
  /// ```swift
  /// let zero = ObjectId()
  /// ```
  @inlinable public init() {
    self.init(high: 0, low: 0)
  }
}

extension ObjectId: Comparable {
  /// Compares the bytes as unsigned numbers, so that identifiers are ordered by the second of their creation.
  ///
  /// ```swift
  /// let oldestFirst = ids.sorted()
  /// ```
  @inlinable public static func < (left: ObjectId, right: ObjectId) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}
