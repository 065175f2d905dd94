internal import AshlarSchema

/// The types of a schema, by name.
final class TypeTable: Sendable {
  /// The declaration to which a name is bound. The enum is indirect, because a binding is copied for every property.
  indirect enum Binding {
    case scalar(ValueType)
    case enumeration(EnumDeclaration)
    /// A custom type, with the type it is stored as.
    case custom(CustomTypeDeclaration, Persisted)
    case type(TypeDeclaration)
    /// A type that neither the schema nor the target declares.
    case foreign(ForeignTypeDeclaration)
    /// An invalid declaration, or a name that may be declared in a part of a file that could not be read.
    case refused
  }

  /// The type that a custom type is stored as.
  enum Persisted {
    case scalar(ValueType)
    case embedded(TypeDeclaration)
  }

  private let enums: [String: EnumDeclaration]
  private let customTypes: [String: CustomTypeDeclaration]
  private let types: [String: TypeDeclaration]
  private let mixins: [String: MixinDeclaration]
  private let projections: [String: ProjectionDeclaration]
  /// The bindings of the names that types of properties can have, including those of the schema language.
  private let bindings: [String: Binding]
  /// Names with which generated code begins expressions: types, the namespace, and the first components of Swift names of external enums
  /// and custom types.
  private let expressionNames: Set<String>
  /// Types that are declared in Swift, and types that are deprecated or have deprecated cases.
  private let typesWithNotes: Set<String>
  /// Types of the target that cannot be stored.
  private let unstored: [String: UnstoredType]
  private let refused: Set<String>
  private let isIncomplete: Bool
  /// The names that can be suggested for an unknown name; prepared when a suggestion is first needed.
  private let spelling: Lazily<Spelling>

  /// Creates the table from all declarations. A second declaration of a name is reported and omitted.
  init(_ declarations: SchemaDeclarations, namespace: String?, sink: DiagnosticSink) {
    var enums: [String: EnumDeclaration] = [:]
    var customTypes: [String: CustomTypeDeclaration] = [:]
    var types: [String: TypeDeclaration] = [:]
    var mixins: [String: MixinDeclaration] = [:]
    var projections: [String: ProjectionDeclaration] = [:]
    var places: [String: SourceSpan] = [:]
    let declared = declarations.files.flatMap {
      $0.enums.map(\.name.text) + $0.customTypes.map(\.name.text) + $0.types.map(\.name.text)
    }
    let spelling = Lazily { Spelling(ValueType.scalars.map(\.name) + [TypeExpression.anyName] + declared) }
    self.spelling = spelling
    for file in declarations.files {
      let names = file.declaredNames.sorted { $0.span < $1.span }
      var duplicates: Set<SourceSpan> = []
      for name in names {
        if let first = places[name.text] {
          sink.report(.duplicateType(name.text), at: name.span, notes: [(.otherTypeHere(name.text), first)])
          duplicates.insert(name.span)
        } else {
          places[name.text] = name.span
        }
      }
      for declaration in file.enums where !duplicates.contains(declaration.name.span) { enums[declaration.name.text] = declaration }
      for declaration in file.customTypes where !duplicates.contains(declaration.name.span) {
        customTypes[declaration.name.text] = declaration
      }
      for declaration in file.mixins where !duplicates.contains(declaration.name.span) { mixins[declaration.name.text] = declaration }
      for declaration in file.types where !duplicates.contains(declaration.name.span) { types[declaration.name.text] = declaration }
      for declaration in file.projections where !duplicates.contains(declaration.name.span) {
        projections[declaration.name.text] = declaration
      }
    }
    (self.enums, self.customTypes, self.types, self.mixins, self.projections) = (enums, customTypes, types, mixins, projections)
    unstored = Dictionary(declarations.files.flatMap(\.unstoredTypes).map { ($0.name.text, $0) }) { first, _ in first }
    isIncomplete = declarations.files.contains(where: \.isBroken)
    refused = Set(declarations.files.flatMap(\.refusedNames).map(\.text))

    var bindings: [String: Binding] = [:]
    var expressionNames = ReservedNames.expressionTypes
    if let namespace { expressionNames.insert(namespace) }
    var typesWithNotes: Set<String> = []
    bindings.reserveCapacity(types.count + customTypes.count + enums.count + ValueType.scalars.count + 1)
    for (name, declaration) in types {
      bindings[name] = .type(declaration)
      expressionNames.insert(name)
      if declaration.deprecation != nil || declaration.handwritten != nil { typesWithNotes.insert(name) }
    }
    for (name, declaration) in customTypes {
      // `checkCustomTypes` reports a custom type whose stored type is unknown.
      bindings[name] = Self.persisted(declaration, types).map { .custom(declaration, $0) } ?? .refused
      expressionNames.formUnion(declaration.swiftName.split(separator: ".").prefix(1).map(String.init))
      typesWithNotes.insert(name)
    }
    for (name, declaration) in enums {
      bindings[name] = .enumeration(declaration)
      if let external = declaration.externalName {
        expressionNames.formUnion(external.split(separator: ".").prefix(1).map(String.init))
        typesWithNotes.insert(name)
      }
      expressionNames.insert(name)
      if declaration.cases.contains(where: { $0.deprecation != nil }) { typesWithNotes.insert(name) }
    }
    for (name, type) in ValueType.scalars { bindings[name] = .scalar(type) }
    bindings[TypeExpression.anyName] = .scalar(.any)
    for foreign in declarations.files.flatMap(\.foreignTypes) where places[foreign.name.text] == nil {
      let isKnown = bindings[foreign.name.text] != nil || refused.contains(foreign.name.text)
      guard !isKnown, foreign.isQualified || !isIncomplete && Self.isUnlikeAny(foreign.name.text, spelling) else { continue }
      bindings[foreign.name.text] = .foreign(foreign)
      typesWithNotes.insert(foreign.name.text)
    }
    (self.bindings, self.expressionNames, self.typesWithNotes) = (bindings, expressionNames, typesWithNotes)
  }

  /// Returns the binding of a name; nil if no type has the name. The names of invalid declarations are bound to `refused`, as is any
  /// unknown name if a file could not be read completely.
  func binding(of name: String) -> Binding? { bindings[name] ?? (isIncomplete || refused.contains(name) ? .refused : nil) }

  /// Returns whether generated code can begin an expression with this name.
  func beginsExpressions(_ name: String) -> Bool { expressionNames.contains(name) }

  /// Returns the first component of the Swift spelling of an enum or a custom type; the name itself for any other type.
  func firstComponent(of name: String) -> String {
    let swiftName =
      switch bindings[name] {
      case .custom(let declaration, _): declaration.swiftName
      case .enumeration(let declaration): declaration.externalName ?? name
      default: name
      }
    return swiftName.split(separator: ".").first.map(String.init) ?? name
  }

  /// Returns whether the Swift declaration of a property differs from the one that its model alone determines.
  func hasSurface(_ property: PropertyDeclaration) -> Bool {
    property.hasSwiftType || typesWithNotes.contains(property.type.element.text) || property.keys.concernSurface
  }

  /// Returns the type that a custom type is stored as; nil if `declaration.persisted` is not the name of a scalar or embedded type.
  func persisted(_ declaration: CustomTypeDeclaration) -> Persisted? { Self.persisted(declaration, types) }

  private static func persisted(_ declaration: CustomTypeDeclaration, _ types: [String: TypeDeclaration]) -> Persisted? {
    if let type = ValueType(scalarName: declaration.persisted.text) { return type == .any ? nil : .scalar(type) }
    guard let type = types[declaration.persisted.text], type.kind == .embedded else { return nil }
    return .embedded(type)
  }

  /// Reports custom types whose stored type is invalid.
  func checkCustomTypes(sink: DiagnosticSink) {
    for declaration in customTypes.values.sorted(by: { $0.name.span < $1.name.span }) where persisted(declaration) == nil {
      let name = declaration.persisted
      if let place = self.declaration(named: name.text) ?? mixins[name.text]?.name {
        sink.report(.persistedType(name.text), at: name.span, notes: [(.declaredHere(name.text), place.span)])
      } else if name.text == TypeExpression.anyName {
        sink.report(.persistedType(name.text), at: name.span)
      } else if !isIncomplete, !refused.contains(name.text) {
        let embedded = types.values.filter { $0.kind == .embedded }.map(\.name.text).sorted()
        sink.report(
          .unknownPersistedType(
            name.text, suggestion: Spelling.nearest(to: name.text, in: ValueType.scalars.map(\.name) + embedded)), at: name.span)
      }
    }
  }

  /// Returns Swift's spelling of the external enum of this name; nil for any other type.
  func externalName(of name: String) -> String? { enums[name]?.externalName }

  /// Returns whether the name is that of an enum whose cases the schema lists.
  func isListed(_ name: String) -> Bool { enums[name]?.isListed == true }

  /// Returns Swift's spelling of the external enum, custom type, handwritten class or foreign type of this name; nil for any other type.
  func declaredName(of name: String) -> String? {
    if case .foreign(let foreign) = bindings[name] { return foreign.swiftName }
    return enums[name]?.externalName ?? customTypes[name]?.swiftName ?? types[name]?.handwritten?.swiftName
  }

  /// Returns whether the name is that of a custom type whose conversion from a stored value can fail.
  func isFailable(_ name: String) -> Bool { customTypes[name]?.isFailable == true }

  /// Returns the name of the type that a custom type of this name is stored as, or the name itself if it is that of an embedded type; nil
  /// for any other type.
  func embeddedName(of name: String) -> String? { customTypes[name]?.persisted.text ?? (types[name]?.kind == .embedded ? name : nil) }

  /// Returns whether a case of an enum is deprecated.
  func isDeprecated(_ name: String, of enumeration: String) -> Bool {
    enums[enumeration]?.cases.first { $0.name.text == name }?.deprecation != nil
  }

  /// Returns whether a declaration of a type is the first with its name.
  func isFirst(_ type: TypeDeclaration) -> Bool { types[type.name.text]?.name.span == type.name.span }

  /// Returns the object, embedded or asymmetric type with this name; nil if there is none.
  func type(named name: String) -> TypeDeclaration? { types[name] }

  /// Returns the projection with this name; nil if there is none.
  func projection(named name: String) -> ProjectionDeclaration? { projections[name] }

  /// Returns the name, with its span, in the declaration of the enum, custom type, type or projection with this name; nil if there is no
  /// such declaration.
  func declaration(named name: String) -> Name? {
    enums[name]?.name ?? customTypes[name]?.name ?? types[name]?.name ?? projections[name]?.name
  }

  /// Returns the name, with its span, in any declaration that `declaration(named:)` finds, or in that of a mixin; nil if there is none.
  func place(of name: String) -> Name? { declaration(named: name) ?? mixins[name]?.name }

  /// Returns whether a name is unlikely to be a misspelling of a known one.
  private static func isUnlikeAny(_ name: String, _ spelling: Lazily<Spelling>) -> Bool {
    Synonym.types[name] == nil && Synonym.collections[name] == nil && spelling.value.nearest(to: name) == nil
  }

  /// Reports a name that cannot be the type of a property: a mixin, a projection, a type that cannot be stored, or an unknown name.
  func reportUnknown(_ name: Name, sink: DiagnosticSink) {
    if let mixin = mixins[name.text] {
      return sink.report(.mixinAsType(name.text), at: name.span, notes: [(.declaredHere(name.text), mixin.name.span)])
    }
    if let projection = projections[name.text] {
      return sink.report(.projectionAsType(name.text), at: name.span, notes: [(.declaredHere(name.text), projection.name.span)])
    }
    if let unstored = unstored[name.text] {
      return sink.report(
        .unstoredType(unstored.swiftName, unstored.reason), at: name.span, notes: [(.declaredHere(unstored.swiftName), unstored.name.span)])
    }
    if let persisted = Synonym.custom[name.text] {
      return sink.report(.undeclaredSwiftType(name.text, persisted: persisted), at: name.span)
    }
    let nearest = sink.isFull ? nil : spelling.value.nearest(to: name.text)
    if let nearest, let place = declaration(named: nearest) {
      sink.report(.unknownType(name.text, suggestion: nil), at: name.span, notes: [(.didYouMean(nearest), place.span)])
    } else {
      sink.report(.unknownType(name.text, suggestion: nearest ?? Synonym.types[name.text]), at: name.span)
    }
  }
}
