internal import AshlarSchema

/// Makes what `Codable` asks of a class. Swift would synthesise it over stored properties, of which there are none.
struct CodingEmitter {
  let entity: EntityModel
  let surface: EntitySurface
  /// One for each property.
  let accessors: [PropertyAccessor]
  let access: AccessLevel

  /// The initialiser and the method; nothing where the type is not coded.
  func members() -> [SwiftMember] {
    let halves = surface.coding.halves
    guard !halves.isEmpty else { return [] }
    return [.mark("Coding")] + (halves.contains(.decodable) ? [.declaration(decoding())] : [])
      + (halves.contains(.encodable) ? [.declaration(encoding())] : [])
  }

  // Storage is set without calling observers, as in every initializer.
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

  /// Only deprecated code may name deprecated types without a warning.
  private var attributes: [String] { surface.coding.namesDeprecatedType ? ["@available(*, deprecated)"] : [] }

  /// The coded properties in their order: the key as a literal, what an optional one wraps, and the accessor.
  private var coded: [(key: String, wrapped: String?, accessor: PropertyAccessor)] {
    zip(entity.properties, accessors).compactMap { property, accessor in
      guard let key = surface.coding.keys[property.name] else { return nil }
      let isOptional = property.collection == .none && property.isOptional
      return (SwiftLiteral.string(key), isOptional ? String(accessor.type.dropLast()) : nil, accessor)
    }
  }
}
