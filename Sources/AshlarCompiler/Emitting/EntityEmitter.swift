internal import AshlarSchema

/// Makes the class of one entity.
struct EntityEmitter {
  private let entity: EntityModel
  private let surface: EntitySurface
  private let schema: SchemaModel
  private let access: AccessLevel
  /// One for each property.
  private let accessors: [PropertyAccessor]

  init(entity: EntityModel, surface: EntitySurface, schema: SchemaModel, access: AccessLevel) {
    (self.entity, self.surface, self.schema, self.access) = (entity, surface, schema, access)
    accessors = entity.properties.indices.map { ordinal in
      let property = entity.properties[ordinal]
      let isEmbedded = property.collection == .none && property.target.flatMap { schema.entity(named: $0) }?.kind == .embedded
      return PropertyAccessor(
        property, ordinal: ordinal, isEmbedded: isEmbedded, declared: surface.properties[property.name]?.declaredType)
    }
  }

  /// The class: first what people read, then what the runtime needs.
  func declaration() -> SwiftDeclaration {
    let name = SwiftIdentifier.escaped(entity.name)
    let base =
      switch entity.kind {
      case .object: "Object"
      case .embedded: "EmbeddedObject"
      case .asymmetric: "AsymmetricObject"
      }
    let properties = entity.properties.indices.map { SwiftMember.declaration(property(entity.properties[$0], accessors[$0])) }
    let ignored = surface.ignored.map { property in
      SwiftMember.declaration(
        IgnoredEmitter(property: property, surface: surface.properties[property.name], enums: schema.enums)
          .declaration(access: access, isFinal: surface.isOpen))
    }
    let modifiers =
      surface.isOpen ? (access == .public ? ["open"] : access.words) + ["nonisolated"] : access.words + ["nonisolated", "final"]
    let values = ValueEmitter(entity: entity, surface: surface, schema: schema, accessors: accessors, access: access)
    return SwiftDeclaration(
      documentation: entity.documentation, deprecation: surface.deprecation, modifiers: modifiers,
      head: "class \(name): \(([base] + surface.protocols.map(SwiftIdentifier.escapedPath) + values.protocols).joined(separator: ", "))",
      body: .members(
        properties + ignored + CodingEmitter(entity: entity, surface: surface, accessors: accessors, access: access).members()
          + values.members() + support(name)))
  }

  private func property(_ property: PropertyModel, _ accessor: PropertyAccessor) -> SwiftDeclaration {
    let own = surface.properties[property.name]
    let access = own?.access ?? access
    let setAccess = accessor.setter == nil ? access : own?.setter ?? access
    var accessors = [SwiftAccessor(attributes: access.inlinable, keyword: "get", code: accessor.getter)]
    if let setter = accessor.setter {
      let code = own?.willSet == nil && own?.didSet == nil ? setter : observed(setter, property.name)
      accessors.append(
        SwiftAccessor(attributes: accessor.hasInlinableSetter && code == setter ? setAccess.inlinable : [], keyword: "set", code: code))
    }
    return SwiftDeclaration(
      documentation: property.documentation, deprecation: own?.deprecation,
      modifiers: setAccess == access && !surface.isOpen
        ? access.words : access.words + (setAccess == access ? [] : ["\(setAccess.rawValue)(set)"]) + (surface.isOpen ? ["final"] : []),
      head: String("var ", SwiftIdentifier.escaped(property.name), ": ", accessor.type), body: .accessors(accessors))
  }

  /// What new objects are given by code: expressions, fresh ids, and the first case of an external enum, which nothing but Swift
  /// knows.
  private var initialValues: [String] {
    // A plain loop: most properties have none, and closures would be given a copy of each.
    var values: [String] = []
    for ordinal in entity.properties.indices where entity.properties[ordinal].collection == .none {
      guard let value = initialValue(ordinal) else { continue }
      values.append(accessors[ordinal].storing(value))
    }
    return values
  }

  private func initialValue(_ ordinal: Int) -> String? {
    switch entity.properties[ordinal].defaultValue {
    case .code: surface.properties[entity.properties[ordinal].name]?.initialValue
    case .newUUID, .newObjectId: InitialValue.text(of: entity.properties[ordinal], enums: [], isCaseDeprecated: false)
    // What the schema lists is in the descriptor.
    case nil where !entity.properties[ordinal].isOptional && entity.properties[ordinal].enumName == nil:
      surface.properties[entity.properties[ordinal].name]?.externalEnum.map { "\(SwiftIdentifier.escapedPath($0))()" }
    default: nil
    }
  }

  /// The setter's code with the calls that the schema declares before and after it.
  private func observed(_ setter: String, _ name: String) -> String {
    let surface = surface.properties[name]
    var code: [String] = []
    if let method = surface?.willSet { code.append("self.\(SwiftIdentifier.escaped(method))(newValue)") }
    if surface?.didSet != nil { code.append("let oldValue = self.\(SwiftIdentifier.escaped(name))") }
    code.append(setter)
    if let method = surface?.didSet { code.append("self.\(SwiftIdentifier.escaped(method))(oldValue)") }
    return code.joined(separator: "; ")
  }

  private func support(_ name: String) -> [SwiftMember] {
    // Stored properties are made and freed by code that is not inlined.
    let inlinable = surface.ignored.isEmpty ? access.inlinable : []
    let declarations = [
      SwiftDeclaration(
        modifiers: access.words + ["required"], head: "init()", body: .statements(["super.init()"] + initialValues)),
      SwiftDeclaration(
        attributes: inlinable, modifiers: access.words + ["required", "override"], head: "init(_ row: _Row, _ own: AnyObject?)",
        body: .code("super.init(row, own)")),
      SwiftDeclaration(
        attributes: inlinable, modifiers: access.words + ["override"], head: "class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self",
        body: .code("Self(row, own)")),
      SwiftDeclaration(attributes: inlinable, head: "deinit", body: .code("")),
      SwiftDeclaration(
        attributes: access.inlinable, modifiers: access.words + ["override"], head: "class var _entity: _Entity",
        body: .code("_ashlarEntity")),
      SwiftDeclaration(
        attributes: access.usableFromInline, modifiers: ["nonisolated", "static"], head: "let _ashlarEntity: _Entity",
        body: .value(.expression("\(schema.name)Schema._schema.entity(\(SwiftLiteral.string(entity.name)), \(name).self)"))),
    ]
    return [.mark("Support for the runtime")] + (declarations + keyPathColumns(name) + failableTypes()).map { .declaration($0) }
  }

  /// Which property a key path is of is found out by reading it from an object that records. A custom type may not convert what that has,
  /// and what is computed of a custom value looks like the value: these properties are looked up instead. So are those of enums whose cases
  /// only Swift knows: their key paths tell the runtime the enum.
  private func keyPathColumns(_ name: String) -> [SwiftDeclaration] {
    guard !surface.properties.isEmpty else { return [] }
    let entries = entity.properties.enumerated().compactMap { ordinal, property -> String? in
      let isUnlistedEnum = property.enumName == nil && surface.properties[property.name]?.externalEnum != nil
      guard isUnlistedEnum || property.customName != nil && property.collection == .none else { return nil }
      return "\\\(name).\(SwiftIdentifier.escaped(property.name)): \(ordinal)"
    }
    return table(entries, "class var _keyPathColumns: [AnyKeyPath: Int]")
  }

  /// Unmanaged objects refuse what a failable type cannot be made of when it is set by name, where the type is not known.
  private func failableTypes() -> [SwiftDeclaration] {
    guard !surface.properties.isEmpty else { return [] }
    let entries = entity.properties.enumerated().compactMap { ordinal, property -> String? in
      guard property.customName != nil, property.collection == .none, surface.properties[property.name]?.isFailable == true
      else { return nil }
      let type = accessors[ordinal].type
      return "\(ordinal): \(property.isOptional ? String(type.dropLast()) : type).self"
    }
    return table(entries, "class var _failableTypes: [Int: any FailableCustomPersistable.Type]")
  }

  private func table(_ entries: [String], _ head: String) -> [SwiftDeclaration] {
    guard !entries.isEmpty else { return [] }
    return [
      SwiftDeclaration(modifiers: access.words + ["override"], head: head, body: .code("[\(entries.joined(separator: ", "))]"))
    ]
  }
}

extension AccessLevel {
  /// The modifier, if it has to be written.
  var words: [String] {
    switch self {
    case .public: Self.publicWords
    case .package: Self.packageWords
    case .internal: []
    }
  }

  /// `@inlinable`, where it is legal.
  var inlinable: [String] { self == .public ? Self.inlinableWords : [] }

  /// `@usableFromInline`, where it is of use.
  var usableFromInline: [String] { self == .public ? ["@usableFromInline"] : [] }

  // Made once: nearly every line of generated code begins with them.
  private static let publicWords = ["public"]
  private static let packageWords = ["package"]
  private static let inlinableWords = ["@inlinable"]

  /// How modules are imported whose types show in declarations of this access.
  var importAccess: SwiftImport.Access {
    switch self {
    case .public: .public
    case .package: .packageWhereNeeded
    case .internal: .plain
    }
  }
}
