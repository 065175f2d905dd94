/// What the schema has of a class that is written by hand, beside what it has of any type.
package struct HandwrittenDeclaration: Sendable {
  /// How Swift spells the class, and the outermost class written by hand that it derives from, itself perhaps.
  package var swiftName: String
  var root: String
  var access: AccessLevel
  /// Whether it or a class that it derives from has a designated initializer: then it inherits none that takes a row.
  var hasDesignatedInitializer = false
  /// Whether `primaryKey()` names its primary key, and no wrapper does.
  var namesKeyByMethod = false
  /// The halves of `Codable` that are made for it: it has no methods of its own for them.
  var coded: CodingHalves = []
  /// Whether Swift makes its `init(from:)`.
  var isDecodable = false
  /// What an emitted `encode(to:)` writes; nil for classes that are not Encodable or have their own.
  var encoded: [EncodedProperty]?
}

/// A property as `encode(to:)` writes it. Those that are not persisted are stored in memory.
struct EncodedProperty: Sendable {
  var key: String
  var name: String
  var isPersisted: Bool
}

/// Where a property of such a class is declared, and its type as Swift spells it.
package struct HandwrittenPlace: Sendable {
  /// The last part of the file's path.
  var file: String
  var position: SourcePosition
  package var swiftType: String
  /// The type, or that of the elements, where it says which other module it is of.
  var foreign: ForeignTypeDeclaration?
}
