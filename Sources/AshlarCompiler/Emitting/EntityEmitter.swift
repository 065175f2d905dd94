internal import AshlarSchema

/// Emits the class of one entity.
struct EntityEmitter {
  private let entity: EntityModel
  private let surface: EntitySurface
  private let schema: SchemaModel
  private let access: AccessLevel
  private let generatedEnums: Set<String>
  /// The accessors of the properties, in the order of `entity.properties`.
  private let accessors: [PropertyAccessor]

  /// - Parameter generatedEnums: The names of the enums that are generated.
  init(entity: EntityModel, surface: EntitySurface, schema: SchemaModel, generatedEnums: Set<String>, access: AccessLevel) {
    (self.entity, self.surface, self.schema, self.access) = (entity, surface, schema, access)
    self.generatedEnums = generatedEnums
    let keys = entity.compoundKey ?? []
    accessors = entity.properties.indices.map { ordinal in
      let property = entity.properties[ordinal]
      let isEmbedded = property.collection == .none && property.target.flatMap { schema.entity(named: $0) }?.kind == .embedded
      return PropertyAccessor(
        property, ordinal: ordinal, isEmbedded: isEmbedded, isKey: property.isPrimaryKey || keys.contains(property.storedName),
        declared: surface.properties[property.name]?.declaredType)
    }
  }

  /// Returns the class: the members for users, followed by those for the runtime.
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
    let key = KeyEmitter(entity: entity, access: access, enums: generatedEnums).declarations()
    let protocols = surface.protocols.map(SwiftIdentifier.escapedPath) + (key.isEmpty ? [] : [KeyEmitter.protocolName]) + values.protocols
    return SwiftDeclaration(
      documentation: entity.documentation, deprecation: surface.deprecation, modifiers: modifiers,
      head: "class \(name): \(([base] + protocols).joined(separator: ", "))",
      body: .members(
        properties + ignored + key.map { .declaration($0) }
          + CodingEmitter(entity: entity, surface: surface, accessors: accessors, access: access).members()
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

  /// The statements that initialize new objects with values that need code: expressions, new ids, and the first case of an external enum
  /// whose cases the schema does not list.
  private var initialValues: [String] {
    // This is a plain loop, because most properties have no such value, and closures would copy each property.
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
    case .newUUID, .newUUIDv7, .newObjectId: InitialValue.text(of: entity.properties[ordinal], enums: [], isCaseDeprecated: false)
    // If the schema lists the cases of the enum, the descriptor contains the first case.
    case nil where !entity.properties[ordinal].isOptional && entity.properties[ordinal].enumName == nil:
      surface.properties[entity.properties[ordinal].name]?.externalEnum.map { "\(SwiftIdentifier.escapedPath($0))()" }
    default: nil
    }
  }

  /// Returns the setter's code, with calls of the methods in `willSet` and `didSet` before and after it.
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
    // Stored properties are initialized and destroyed by code that is not inlinable.
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

  /// Emits a dictionary of the columns of properties whose key paths cannot be resolved by reading them from a recording object. A custom
  /// type may reject the recorded value, and a key path into a custom value cannot be distinguished from the key path of the value itself.
  /// Enums whose cases the schema does not list are included, too: the runtime derives the enum's type from the key path.
  private func keyPathColumns(_ name: String) -> [SwiftDeclaration] {
    guard !surface.properties.isEmpty else { return [] }
    let entries = entity.properties.enumerated().compactMap { ordinal, property -> String? in
      let isUnlistedEnum = property.enumName == nil && surface.properties[property.name]?.externalEnum != nil
      guard isUnlistedEnum || property.customName != nil && property.collection == .none else { return nil }
      return "\\\(name).\(SwiftIdentifier.escaped(property.name)): \(ordinal)"
    }
    return table(entries, "class var _keyPathColumns: [AnyKeyPath: Int]")
  }

  /// Emits a dictionary of the failable custom types, by column. Without it, the runtime could not determine the Swift type of an unmanaged
  /// object's property that is set by name, and could not reject values that cannot be converted.
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
  /// The modifier; empty if it need not be written.
  var words: [String] {
    switch self {
    case .public: Self.publicWords
    case .package: Self.packageWords
    case .internal: []
    }
  }

  /// `@inlinable` for public declarations; empty for the other levels.
  var inlinable: [String] { self == .public ? Self.inlinableWords : [] }

  /// `@usableFromInline`, for internal declarations to which the inlinable code of public ones refers; empty for the other levels.
  var usableFromInline: [String] { self == .public ? ["@usableFromInline"] : [] }

  // These arrays are created once rather than for each use, because nearly every generated declaration begins with one of them.
  private static let publicWords = ["public"]
  private static let packageWords = ["package"]
  private static let inlinableWords = ["@inlinable"]

  /// The access of an import if types of the module appear in declarations with this access level.
  var importAccess: SwiftImport.Access {
    switch self {
    case .public: .public
    case .package: .packageWhereNeeded
    case .internal: .plain
    }
  }
}
