/// What a schema says of the cases of an enum that is declared by hand. Emitted for enums whose cases it lists.
public nonisolated protocol _ExternalEnumCases: Sendable {
  /// The enum.
  associatedtype Value: PersistableEnum

  /// The raw value that the schema has for a case.
  static func rawValue(of value: Value) -> Value.RawValue
}

extension _ExternalEnumCases {
  /// What is wrong with the first case whose raw value is not the schema's; nil when all are. Complexity: O(cases).
  static var mismatch: String? {
    guard let value = Value.allCases.first(where: { $0.rawValue != rawValue(of: $0) }) else { return nil }
    return
      "case '\(value)' of enum '\(Value.self)' has the raw value '\(value.rawValue)' in Swift and '\(rawValue(of: value))' in the schema"
  }
}
