/// The raw values that a schema lists for the cases of a handwritten enum. Emitted for enums whose cases the schema lists.
public nonisolated protocol _ExternalEnumCases: Sendable {
  /// The handwritten enum.
  associatedtype Value: PersistableEnum

  /// Returns the raw value that the schema lists for a case.
  static func rawValue(of value: Value) -> Value.RawValue
}

extension _ExternalEnumCases {
  /// A description of the first case whose raw value differs from the schema's; nil if all are equal. Complexity: O(cases).
  static var mismatch: String? {
    guard let value = Value.allCases.first(where: { $0.rawValue != rawValue(of: $0) }) else { return nil }
    return
      "case '\(value)' of enum '\(Value.self)' has the raw value '\(value.rawValue)' in Swift and '\(rawValue(of: value))' in the schema"
  }
}
