internal import AshlarSchema

/// Emits the requirements of `Codable` for a class. Swift synthesizes them from stored properties, which the class lacks.
struct CodingEmitter {
  let entity: EntityModel
  let surface: EntitySurface
  /// The accessors of the properties, in their order.
  let accessors: [PropertyAccessor]
  let access: AccessLevel

  /// Returns the initializer and the method; an empty array if the type is not coded.
  func members() -> [SwiftMember] {
    let halves = surface.coding.halves
    guard !halves.isEmpty else { return [] }
    return [.mark("Coding")] + (halves.contains(.decodable) ? [.declaration(decoding())] : [])
      + (halves.contains(.encodable) ? [.declaration(encoding())] : [])
  }

  // Values are stored without calling observers, as in every initializer.
  private func decoding() -> SwiftDeclaration {
    let values = coded.map { key, wrapped, accessor in
      let call = wrapped.map { "optional(\($0).self, \(key))" } ?? "value(\(accessor.type).self, \(key))"
      return accessor.storing("try coding.\(call)")
    }
    return SwiftDeclaration(
      attributes: attributes, modifiers: access.words + (surface.isOpen ? ["required"] : []) + ["convenience"],
      head: "init(from decoder: any Decoder) throws",
      body: .statements(["self.init()", (values.isEmpty ? "_ =" : "let coding =") + " try _Decoding(decoder)"] + values))
  }

  private func encoding() -> SwiftDeclaration {
    let values = coded.map { key, wrapped, accessor in
      "try coding.encode(\(accessor.getter) as \(wrapped.map { $0 + "?" } ?? accessor.type), \(key))"
    }
    return SwiftDeclaration(
      attributes: attributes, modifiers: surface.isOpen && access == .public ? ["open"] : access.words,
      head: "func encode(to encoder: any Encoder) throws",
      body: .statements([(values.isEmpty ? "_ =" : "var coding =") + " try _Encoding(self, encoder)"] + values))
  }

  /// Only deprecated code can refer to deprecated types without a warning.
  private var attributes: [String] { surface.coding.namesDeprecatedType ? ["@available(*, deprecated)"] : [] }

  /// The coded properties in their order: the key as a literal, the wrapped type if it is optional, and the accessor.
  private var coded: [(key: String, wrapped: String?, accessor: PropertyAccessor)] {
    zip(entity.properties, accessors).compactMap { property, accessor in
      guard let key = surface.coding.keys[property.name] else { return nil }
      let isOptional = property.collection == .none && property.isOptional
      return (SwiftLiteral.string(key), isOptional ? String(accessor.type.dropLast()) : nil, accessor)
    }
  }
}
