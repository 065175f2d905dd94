internal import AshlarSchema

/// Emits the struct with a copy of an object's values, and the members that convert between an object and its struct.
struct ValueEmitter {
  private let entity: EntityModel
  private let surface: EntitySurface
  private let schema: SchemaModel
  private let access: AccessLevel
  private let fields: [Field]

  /// A stored property of the struct.
  private struct Field {
    var property: PropertyModel
    /// The property's name in Swift's spelling.
    var name: String
    var type: String
    /// The default argument of the memberwise initializer; nil if the argument is required.
    var argument: String?
    /// The initial value of a field that is not decoded, or whose key is absent.
    var initial: String
    /// The expression with which `value(depth:)` reads the property.
    var reading: String
    /// The statement with which the initializer of the class stores the field.
    var storing: String
  }

  init(entity: EntityModel, surface: EntitySurface, schema: SchemaModel, accessors: [PropertyAccessor], access: AccessLevel) {
    (self.entity, self.surface, self.schema, self.access) = (entity, surface, schema, access)
    fields =
      !surface.hasValues
      ? []
      : zip(entity.properties, accessors).compactMap { property, accessor in
        property.collection == .linkingObjects
          ? nil : Self.field(property, accessor, schema, surface.properties[property.name]?.isDefaultDeprecated ?? false)
      }
  }

  /// The protocol to which the class conforms; empty if no struct is requested.
  var protocols: [String] {
    guard surface.hasValues else { return [] }
    return [key == nil ? "ValueConvertible" : "KeyedValueConvertible"]
  }

  /// Returns the struct and the members; an empty array if no struct is requested.
  func members() -> [SwiftMember] {
    guard surface.hasValues else { return [] }
    var declarations = [structure()]
    declarations.append(
      SwiftDeclaration(
        documentation: "A copy of the object, with what is embedded in it. Linked objects are copied up to `depth` links away; beyond that"
          + " the copy has their primary keys.",
        modifiers: access.words, head: "func value(depth: Int = 0) -> Value",
        body: fields.isEmpty
          ? .code("Value()")
          : .statements(
            ["Value("]
              + fields.indices.map {
                "  \(SwiftIdentifier.label(fields[$0].property.name)): \(fields[$0].reading)\($0 == fields.count - 1 ? ")" : ",")"
              })))
    declarations.append(
      SwiftDeclaration(
        documentation: "An unmanaged object that holds a value. Throws if a link by key cannot be found in the Realm.",
        modifiers: access.words + ["convenience"], head: "init(_ value: Value, in realm: Realm? = nil) throws",
        body: .statements(["self.init()"] + fields.map(\.storing))))
    if let key {
      declarations.append(
        SwiftDeclaration(
          modifiers: access.words, head: "var _valueKey: \(key.type)",
          body: .code("self.\(key.name)")))
    }
    return [.mark("Values")] + declarations.map { .declaration($0) }
  }

  private var key: Field? { fields.first { $0.property.isPrimaryKey } }

  private func structure() -> SwiftDeclaration {
    let halves = surface.coding.halves
    let coding =
      halves.contains(.decodable) && halves.contains(.encodable)
      ? ["Codable"] : halves.contains(.decodable) ? ["Decodable"] : halves.contains(.encodable) ? ["Encodable"] : []
    var members = fields.map { field in
      let isLeftOut = !halves.isEmpty && surface.coding.keys[field.property.name] == nil
      return SwiftDeclaration(
        documentation: field.property.documentation, modifiers: access.words,
        head: "var \(field.name): \(field.type)", body: isLeftOut ? .value(.expression(field.initial)) : .none)
    }
    members.append(
      SwiftDeclaration(
        modifiers: access.words,
        head: "init(\(fields.map { "\($0.name): \($0.type)\($0.argument.map { " = " + $0 } ?? "")" }.joined(separator: ", ")))",
        body: .statements(fields.map { "self.\($0.name) = \($0.name)" })))
    let coded = fields.compactMap { field in surface.coding.keys[field.property.name].map { (field.name, $0) } }
    if halves.contains(.decodable), fields.contains(where: hasDecodedDefault) { members.append(decoding()) }
    if halves.contains(.encodable), fields.contains(where: { hasDecodedDefault($0) && isOptional($0) }) { members.append(encoding()) }
    if !halves.isEmpty {
      members.append(
        SwiftDeclaration(
          modifiers: ["private", "nonisolated"], head: coded.isEmpty ? "enum CodingKeys: CodingKey" : "enum CodingKeys: String, CodingKey",
          body: .members(
            coded.map { .declaration(SwiftDeclaration(head: "case \($0.0) = \(SwiftLiteral.string($0.1))", body: .none)) })))
    }
    return SwiftDeclaration(
      documentation: "What an object holds, without a Realm: it may cross every isolation boundary.",
      modifiers: access.words + ["nonisolated"],
      head: "struct Value: \((["Sendable", "Hashable"] + coding).joined(separator: ", "))", body: .members(members.map { .declaration($0) })
    )
  }

  /// Emits `init(from:)`, which uses defaults for absent keys. If no field has such a default, Swift synthesizes the initializer.
  private func decoding() -> SwiftDeclaration {
    let values = fields.compactMap { field -> String? in
      guard surface.coding.keys[field.property.name] != nil else { return nil }
      let call =
        isOptional(field)
        ? "coding.decodeIfPresent(\(field.type.dropLast()).self, forKey: .\(field.name))"
        : "coding.decode(\(field.type).self, forKey: .\(field.name))"
      guard hasDecodedDefault(field) else { return "self.\(field.name) = try \(call)" }
      return "self.\(field.name) = try coding.contains(.\(field.name)) ? \(call) : \(initial(field))"
    }
    return SwiftDeclaration(
      modifiers: access.words, head: "init(from decoder: any Decoder) throws",
      body: .statements(["let coding = try decoder.container(keyedBy: CodingKeys.self)"] + values))
  }

  /// Emits `encode(to:)`, which encodes nil as null if an absent key would be decoded as the default. The method that Swift synthesizes
  /// omits every nil.
  private func encoding() -> SwiftDeclaration {
    let values = fields.compactMap { field -> String? in
      guard surface.coding.keys[field.property.name] != nil else { return nil }
      let function = isOptional(field) && !hasDecodedDefault(field) ? "encodeIfPresent" : "encode"
      return "try coding.\(function)(self.\(field.name), forKey: .\(field.name))"
    }
    return SwiftDeclaration(
      modifiers: access.words, head: "func encode(to encoder: any Encoder) throws",
      body: .statements(["var coding = encoder.container(keyedBy: CodingKeys.self)"] + values))
  }

  private func isOptional(_ field: Field) -> Bool { field.property.collection == .none && field.type.hasSuffix("?") }

  private func hasDecodedDefault(_ field: Field) -> Bool {
    surface.coding.keys[field.property.name] != nil && field.property.hasDefaultForAbsentKeys
  }

  private func initial(_ field: Field) -> String {
    guard field.property.defaultValue == .code, let code = surface.properties[field.property.name]?.initialValue else {
      return field.initial
    }
    return "(\(code))"
  }

  private static func field(
    _ property: PropertyModel, _ accessor: PropertyAccessor, _ schema: SchemaModel, _ isCaseDeprecated: Bool
  ) -> Field {
    let name = SwiftIdentifier.escaped(property.name)
    let element = PropertyType(property, declared: nil).element
    let target = property.target.flatMap { schema.entity(named: $0) }
    let isEmbedded = target?.kind == .embedded
    let copied = target == nil ? element : isEmbedded ? "\(element).Value" : "Linked<\(element)>"
    let optional = copied + (property.isOptional ? "?" : "")
    func field(_ type: String, _ initial: String, hasArgument: Bool = true, _ reading: String, _ storing: String) -> Field {
      Field(
        property: property, name: name, type: type, argument: hasArgument ? initial : nil, initial: initial, reading: reading,
        storing: storing)
    }
    switch property.collection {
    case .list where target != nil:
      return field(
        "[\(copied)]", "[]", isEmbedded ? "self.\(name)._values(depth)" : "self.\(name)._links(depth)",
        "try self.\(name).\(isEmbedded ? "_fillEmbedded" : "_fill")(value.\(name), realm)")
    case .set where target != nil:
      return field("Set<\(copied)>", "[]", "self.\(name)._links(depth)", "try self.\(name)._fill(value.\(name), realm)")
    case .list:
      return field("[\(optional)]", "[]", "Array(self.\(name))", "self.\(name).append(objectsIn: value.\(name))")
    case .set:
      return field("Set<\(optional)>", "[]", "Set(self.\(name))", "self.\(name).insert(objectsIn: value.\(name))")
    case .map:
      return field("[String: \(optional)]", "[:]", "self.\(name)._dictionary", "self.\(name)._fill(value.\(name))")
    case .linkingObjects, .none: break
    }
    guard target != nil else {
      let initial = InitialValue.text(of: property, enums: schema.enums, isCaseDeprecated: isCaseDeprecated)
      return field(
        optional, initial, hasArgument: hasArgument(property), "self.\(name)", accessor.storing("value.\(name)"))
    }
    return field(
      "\(copied)?", "nil",
      isEmbedded ? "self.\(name)?.value(depth: depth)" : "self.\(name).map { Linked($0, depth: depth) }",
      accessor.storing(
        isEmbedded ? "try value.\(name).map { try \(element)($0, in: realm) }" : "try value.\(name)?.object(in: realm)"))
  }

  // Returns whether the initializer's argument has a default, which is always the value that new objects have. Code from the schema is
  // excluded, because a default argument of a public initializer can refer only to public declarations. For ids and dates without a
  // default, the value of new objects would be useless as an argument.
  private static func hasArgument(_ property: PropertyModel) -> Bool {
    switch property.defaultValue {
    case .code, .newUUID, .newUUIDv7, .newObjectId: false
    case nil where !property.isOptional: !property.type.kind.isFresh
    default: true
    }
  }
}
