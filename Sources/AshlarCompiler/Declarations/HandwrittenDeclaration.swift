/// The part of a type's declaration that exists only for a handwritten class.
package struct HandwrittenDeclaration: Sendable {
  /// The class in Swift's spelling.
  package var swiftName: String
  /// The topmost handwritten superclass, or the class itself if it has none, in Swift's spelling.
  var root: String
  var access: AccessLevel
  /// Whether the class or a superclass declares a designated initializer; if so, the class does not inherit the initializer that takes a
  /// row.
  var hasDesignatedInitializer = false
  /// Whether `primaryKey()` specifies the primary key, and no property wrapper does.
  var namesKeyByMethod = false
  /// Whether `schemaRules` of the class itself, and not of a superclass, lists a compound key.
  var statesKey = false
  /// The coding protocols whose requirements are synthesized or emitted because the class does not implement them.
  var coded: CodingHalves = []
  /// Whether Swift synthesizes `init(from:)` of the class or of a superclass.
  var isDecodable = false
  /// The properties that an emitted `encode(to:)` writes; nil for a class that is not `Encodable` or that implements `encode(to:)` itself.
  var encoded: [EncodedProperty]?
}

/// A property that `encode(to:)` writes: either persisted, or stored only in memory.
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
