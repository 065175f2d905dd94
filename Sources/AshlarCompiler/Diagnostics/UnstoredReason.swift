/// The reason why a type of the target cannot be stored.
package enum UnstoredReason: Hashable, Sendable {
  /// An enum that does not conform to `PersistableEnum`. Its raw type, if it has one that can be stored.
  case enumWithoutProtocol(rawType: String?)
  /// An enum with a raw type that the target does not declare.
  case unknownRawType
  /// A custom type that does not name what it is stored as.
  case unknownPersistedType
  /// A struct or class that is neither a custom type nor a model.
  case noCustomType
  /// Other files cannot name it.
  case isPrivate
  /// It depends on a condition of the build.
  case isConditional
}
