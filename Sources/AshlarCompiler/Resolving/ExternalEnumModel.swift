internal import AshlarSchema

/// An enum that is declared by hand.
struct ExternalEnumModel: Sendable {
  /// The name in the schema.
  var name: String
  /// How Swift spells it.
  var swiftName: String
  var rawType: ValueType
}
