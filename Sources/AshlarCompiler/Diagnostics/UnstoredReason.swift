/// A reason why a type of the target cannot be stored.
package enum UnstoredReason: Hashable, Sendable {
  /// An enum does not conform to `PersistableEnum`. `rawType` is nil if the enum has no raw type that can be stored.
  case enumWithoutProtocol(rawType: String?)
  /// The target does not declare the enum's raw type.
  case unknownRawType
  /// A custom type does not specify the type it is stored as.
  case unknownPersistedType
  /// A struct or class is neither a custom type nor a model.
  case noCustomType
  /// Other files cannot refer to the type.
  case isPrivate
  /// The type depends on a condition of the build.
  case isConditional
}
