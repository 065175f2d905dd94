internal import AshlarSchema

/// Emits the struct with the values of a compound primary key, and the function that encodes them.
struct KeyEmitter {
  /// The protocol of classes with a compound key.
  static let protocolName = "CompoundKeyed"

  let entity: EntityModel
  let access: AccessLevel
  /// The names of generated enums. Whether other enums and custom types are `Sendable` and `Hashable` is unknown, so the struct uses their
  /// stored types.
  let enums: Set<String>

  /// Returns the struct and the function; an empty array if the type has no compound key.
  func declarations() -> [SwiftDeclaration] {
    guard let key = entity.compoundKey else { return [] }
    let parts = key.compactMap { entity.column(storedAs: $0) }
    let fields = parts.map { (name: SwiftIdentifier.escaped($0.name), type: type(of: $0)) }
    var members = fields.map { SwiftDeclaration(modifiers: access.words, head: "var \($0.name): \($0.type)", body: .none) }
    members.append(
      SwiftDeclaration(
        modifiers: access.words, head: "init(\(fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))",
        body: .statements(fields.map { "self.\($0.name) = \($0.name)" })))
    let values = zip(fields, parts).map { "parts.append(key.\($0.name)\(enumName(of: $1) == nil ? "" : ".rawValue"))" }
    return [
      SwiftDeclaration(
        documentation: "The values of the primary key.", modifiers: access.words + ["nonisolated"],
        head: "struct PrimaryKey: Sendable, Hashable", body: .members(members.map { .declaration($0) })),
      SwiftDeclaration(
        modifiers: access.words + ["nonisolated", "static"], head: "func _encode(_ key: PrimaryKey, to parts: inout _KeyParts)",
        body: .statements(values)),
    ]
  }

  private func type(of part: PropertyModel) -> String {
    enumName(of: part).map(SwiftIdentifier.escaped) ?? part.type.swiftName
  }

  // Returns the name of the part's enum if it is generated.
  private func enumName(of part: PropertyModel) -> String? { part.enumName.flatMap { enums.contains($0) ? $0 : nil } }
}

extension ResolvedSchema {
  /// The names of the enums that are generated.
  var generatedEnums: Set<String> {
    var names: Set<String> = []
    for case .enumeration(let enumeration, _) in files.lazy.flatMap(\.declarations) { names.insert(enumeration.name) }
    return names
  }
}
