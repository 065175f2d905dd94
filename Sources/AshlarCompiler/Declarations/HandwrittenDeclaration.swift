/// The part of a declaration that only a handwritten class has.
package struct HandwrittenDeclaration: Sendable {
  /// The class in Swift's spelling, and the outermost handwritten class that it derives from, possibly itself.
  package var swiftName: String
  var root: String
  var access: AccessLevel
  /// Whether the class or a superclass has a designated initializer, so that it does not inherit the one that takes a row.
  var hasDesignatedInitializer = false
  /// Whether only `primaryKey()` specifies the primary key, and no wrapper does.
  var namesKeyByMethod = false
  /// The protocols `Encodable` and `Decodable`, as far as they are synthesized or emitted because the class does not implement them itself.
  var coded: CodingHalves = []
  /// Whether Swift synthesizes its `init(from:)`.
  var isDecodable = false
  /// The properties that an emitted `encode(to:)` writes; nil for classes that are not `Encodable` or implement it.
  var encoded: [EncodedProperty]?
}

/// A property that `encode(to:)` writes. Properties that are not persisted are stored in memory.
struct EncodedProperty: Sendable {
  var key: String
  var name: String
  var isPersisted: Bool
}

/// The location of a handwritten property, and its type in Swift's spelling.
package struct HandwrittenPlace: Sendable {
  /// The last component of the file's path.
  var file: String
  var position: SourcePosition
  package var swiftType: String
  /// The type, or the type of the elements, if it is qualified with the name of another module.
  var foreign: ForeignTypeDeclaration?
}
