internal import AshlarSchema

/// Emits the requirements of `Codable` for a class. Swift synthesizes them from stored properties, which the class lacks.
struct CodingEmitter {
  let entity: EntityModel
  let surface: EntitySurface
  /// The accessors of the properties, in the order of `entity.properties`.
  let accessors: [PropertyAccessor]
  let access: AccessLevel

  /// Returns `init(from:)`, `encode(to:)` or both; an empty array if the type is not coded.
  func members() -> [SwiftMember] {
    let halves = surface.coding.halves
    guard !halves.isEmpty else { return [] }
    return [.mark("Coding")] + (halves.contains(.decodable) ? [.declaration(decoding())] : [])
      + (halves.contains(.encodable) ? [.declaration(encoding())] : [])
  }

  // Returns `init(from:)`. Like all emitted initializers, it stores values without the setters, so `willSet` and `didSet` are not called.
  // `self.init()` has stored the defaults, which remain if a key is absent and the property has `hasDefaultForAbsentKeys`.
  private func decoding() -> SwiftDeclaration {
    let values = coded.map { key, wrapped, accessor, hasDefault in
      let call = wrapped.map { "optional(\($0).self, \(key))" } ?? "value(\(accessor.type).self, \(key))"
      let statement = accessor.storing("try coding.\(call)")
      return hasDefault ? "if coding.contains(\(key)) { \(statement) }" : statement
    }
    let link = primaryKey.map { type, accessor in
      "if coding.isKey { \(accessor.storing("try coding.key(\(type).self, of: self)")); return }"
    }
    let statements = (link.map { [$0] } ?? []) + values
    return SwiftDeclaration(
      attributes: attributes, modifiers: access.words + (surface.isOpen ? ["required"] : []) + ["convenience"],
      head: "init(from decoder: any Decoder) throws",
      body: .statements(
        ["self.init()", (statements.isEmpty ? "_ =" : "let coding =") + " try _Decoding(\(link == nil ? "" : "orKey: ")decoder)"]
          + statements))
  }

  private func encoding() -> SwiftDeclaration {
    let values = coded.map { key, wrapped, accessor, _ in
      "try coding.encode(\(accessor.getter) as \(wrapped.map { $0 + "?" } ?? accessor.type), \(key))"
    }
    let link = primaryKey.map { type, accessor in
      "if try _Encoding.key(\(accessor.getter) as \(accessor.type), of: self, encoder) { return }"
    }
    return SwiftDeclaration(
      attributes: attributes, modifiers: surface.isOpen && access == .public ? ["open"] : access.words,
      head: "func encode(to encoder: any Encoder) throws",
      body: .statements((link.map { [$0] } ?? []) + [(values.isEmpty ? "_ =" : "var coding =") + " try _Encoding(self, encoder)"] + values))
  }

  /// `@available(*, deprecated)` if the code refers to deprecated types, which only deprecated code can do without a warning; otherwise
  /// empty.
  private var attributes: [String] { surface.coding.namesDeprecatedType ? ["@available(*, deprecated)"] : [] }

  /// The coded properties in the order of `entity.properties`, each with its key as a literal, its wrapped type if it is optional, its
  /// accessor, and whether it retains its default if the key is absent.
  private var coded: [(key: String, wrapped: String?, accessor: PropertyAccessor, hasDefault: Bool)] {
    zip(entity.properties, accessors).compactMap { property, accessor in
      guard let key = surface.coding.keys[property.name] else { return nil }
      let isOptional = property.collection == .none && property.isOptional
      return (SwiftLiteral.string(key), isOptional ? String(accessor.type.dropLast()) : nil, accessor, property.hasDefaultForAbsentKeys)
    }
  }

  /// The non-optional type and the accessor of the primary key, whose value alone can represent a linked object; nil if there is none. A
  /// primary key that is not itself coded is returned only if its type is certain to be `Codable`.
  private var primaryKey: (type: String, accessor: PropertyAccessor)? {
    guard entity.kind == .object, let index = entity.properties.firstIndex(where: \.isPrimaryKey) else { return nil }
    let property = entity.properties[index]
    let own = surface.properties[property.name]
    guard surface.coding.keys[property.name] != nil || property.customName == nil && own?.externalEnum == nil else { return nil }
    let type = accessors[index].type
    return (property.isOptional ? String(type.dropLast()) : type, accessors[index])
  }
}
