package import AshlarSchema

extension ValueType {
  /// The scalar types, by the names that schemas and Swift share.
  package static let scalars: [(name: String, type: ValueType)] = allCases.filter { $0 != .object && $0 != .any }.map { ($0.swiftName, $0) }

  private static let byName = Dictionary(uniqueKeysWithValues: scalars.map { ($0.name, $0.type) })

  /// Creates the scalar type with this name; nil if there is no such type.
  package init?(scalarName name: String) {
    guard let type = Self.byName[name] else { return nil }
    self = type
  }

  /// The name of the Swift type, which is the same in schemas.
  package var swiftName: String { kind.name }
}
