internal import AshlarSchema

/// Makes what `Codable` asks of a class. Swift would synthesise it over stored properties, of which there are none.
struct CodingEmitter {
  let entity: EntityModel
  let surface: EntitySurface
  let schema: SchemaModel
  let access: AccessLevel

  /// The initialiser and the method; nothing where the type is not coded.
  func members() -> [SwiftMember] {
    let halves = surface.coding.halves
    guard !halves.isEmpty else { return [] }
    return [.mark("Coding")] + (halves.contains(.decodable) ? [.declaration(decoding())] : [])
      + (halves.contains(.encodable) ? [.declaration(encoding())] : [])
  }

  // Storage is set behind the observers' back, as in every initialiser.
  private func decoding() -> SwiftDeclaration {
    let values = coded.map { key, optionalType, accessor in
      let call = optionalType.map { "optional(\($0).self, \(key))" } ?? "value(\(accessor.type).self, \(key))"
      return accessor.assignment(of: "try coding.\(call)")
    }
    return SwiftDeclaration(
      attributes: attributes, modifiers: access.words + (surface.isOpen ? ["required"] : []) + ["convenience"],
      head: "init(from decoder: any Decoder) throws",
      body: .lines(["self.init()"] + (values.isEmpty ? [] : ["let coding = try _Decoding(decoder)"]) + values))
  }

  private func encoding() -> SwiftDeclaration {
    let values = coded.map { key, optionalType, accessor in
      "try coding.encode(\(accessor.getter) as \(optionalType.map { $0 + "?" } ?? accessor.type), \(key))"
    }
    let word = values.isEmpty ? "_ =" : "var coding ="
    return SwiftDeclaration(
      attributes: attributes, modifiers: surface.isOpen && access == .public ? ["open"] : access.words,
      head: "func encode(to encoder: any Encoder) throws", body: .lines(["\(word) try _Encoding(self, encoder)"] + values))
  }

  /// Only deprecated code may name deprecated types without a warning.
  private var attributes: [String] { surface.coding.namesDeprecatedType ? ["@available(*, deprecated)"] : [] }

  /// The coded properties in their order: the key as a literal, what an optional one wraps, and the accessor.
  private var coded: [(key: String, optionalType: String?, accessor: PropertyAccessor)] {
    entity.properties.enumerated().compactMap { ordinal, property in
      guard let key = surface.coding.keys[property.name] else { return nil }
      let isEmbedded = property.target.flatMap { schema.entity(named: $0) }?.kind == .embedded
      let accessor = PropertyAccessor(
        property, ordinal: ordinal, isEmbedded: isEmbedded, declared: surface.properties[property.name]?.externalEnum)
      let isOptional = property.collection == .none && property.isOptional
      return (SwiftLiteral.string(key), isOptional ? String(accessor.type.dropLast()) : nil, accessor)
    }
  }
}

extension PropertyAccessor {
  /// The call that stores a value of an unmanaged object.
  func assignment(of value: String) -> String {
    let call = setter.map { $0.split(separator: "; ").last.map(String.init) ?? $0 } ?? ""
    return call.dropLast("newValue)".count) + value + ")"
  }
}
