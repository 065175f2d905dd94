internal import AshlarSchema

/// Resolves one object, embedded or asymmetric type.
struct EntityResolver {
  let type: TypeDeclaration
  /// The name of the generated namespace, if it is known.
  let namespace: String?
  let access: AccessLevel
  let table: TypeTable
  let sink: DiagnosticSink

  /// Returns the type with the properties that could be resolved. Properties that are stored only in memory are returned separately.
  func resolve() -> (model: EntityModel, ignored: [IgnoredModel]) {
    var ignored: [IgnoredModel] = []
    var stored: [PropertyModel] = []
    var linking: [PropertyModel] = []
    var primaryKey: SourceSpan?
    for property in type.properties {
      if property.keys.ignored != nil {
        if let model = IgnoredResolver(property: property, table: table, sink: sink).resolve() { ignored.append(model) }
        checkHiding(property)
        continue
      }
      checkPrimaryKeyPlace(property, first: &primaryKey)
      guard let model = PropertyResolver(property: property, owner: type, access: access, table: table, sink: sink).resolve() else {
        continue
      }
      checkHiding(property)
      if model.collection == .linkingObjects { linking.append(model) } else { stored.append(model) }
    }
    ConformanceChecker(table: table, sink: sink).check(type)
    CodingChecker(table: table, sink: sink).check(type)
    ValueChecker(access: access, table: table, sink: sink).check(type)
    AccessChecker(access: access, sink: sink).check(type.properties, inMixin: false)
    let names = StoredNameChecker(sink: sink)
    names.checkColumns(type.properties)
    names.checkDropped(type.dropped, of: type.properties)
    var model = EntityModel(
      name: type.name.text, storedName: type.table?.text, kind: type.kind, properties: stored + linking,
      documentation: type.documentation)
    model.was = type.was.map(\.text)
    model.dropped = type.dropped.map(\.text)
    return (model, ignored)
  }

  // Inside the class, name lookup finds a property before a type of the same name.
  private func checkHiding(_ property: PropertyDeclaration) {
    guard property.keys.place == nil else {
      // The emitted extensions of a handwritten class refer only to the namespace and to `_Encoding`.
      guard [namespace, "_Encoding"].contains(property.name.text) else { return }
      sink.report(.propertyHidesType(property.name.text), at: property.name.span, notes: type.notes(on: property))
      return
    }
    // Fast path: few properties have the name of a type.
    guard table.beginsExpressions(property.name.text), namedTypes().contains(property.name.text) else { return }
    sink.report(.propertyHidesType(property.name.text), at: property.name.span, notes: type.notes(on: property))
  }

  private func checkPrimaryKeyPlace(_ property: PropertyDeclaration, first: inout SourceSpan?) {
    guard let place = property.keys.primaryKey else { return }
    if type.kind == .embedded {
      sink.report(.primaryKeyOnEmbedded, at: place, notes: type.notes(on: property))
    } else if let first {
      sink.report(.secondPrimaryKey, at: place, notes: [(.firstHere, first)] + type.notes(on: property))
    } else {
      first = place
    }
  }

  /// Returns the types to which emitted code refers in expressions inside the class.
  private func namedTypes() -> Set<String> {
    var names: Set<String> = [type.name.text]
    if let namespace { names.insert(namespace) }
    for property in type.properties
    where property.type.collection == nil && !property.hasSwiftType && table.type(named: property.type.element.text) != nil {
      names.insert(property.type.element.text)
    }
    if type.values != nil {
      names.formUnion(["Array", "Linked", "Set", "Value"])
      if !type.madeCoding.isEmpty { names.insert("CodingKeys") }
    }
    if type.rules.primaryKey != nil { names.insert("PrimaryKey") }
    if !type.madeCoding.isEmpty { names.formUnion(["_Decoding", "_Encoding"]) }
    for property in type.properties where !property.hasSwiftType { names.formUnion(madeTypes(of: property)) }
    // Emitted code initializes a property with the first case of its external enum, by the name of the enum, if the property is ignored or
    // if the schema does not list the cases.
    for property in type.properties where property.type.collection == nil && !property.type.isOptional && !property.hasSwiftType {
      guard let name = table.externalName(of: property.type.element.text),
        property.keys.ignored != nil || !table.isListed(property.type.element.text)
      else { continue }
      names.formUnion(name.split(separator: ".").prefix(1).map(String.init))
    }
    return names
  }

  /// Returns the types to which emitted code refers when it decodes a property, initializes it or copies it.
  private func madeTypes(of property: PropertyDeclaration) -> [String] {
    let element = table.firstComponent(of: property.type.element.text)
    let whole = property.type.collection?.rawValue ?? element
    let made = property.keys.newDefault?.text ?? property.keys.defaultValue?.text
    var names: [String] = []
    if type.madeCoding.contains(.decodable), property.codingKey != nil { names.append(whole) }
    if type.values != nil || property.keys.ignored != nil { names += [whole, element] }
    if made == "new" { names.append(element) }
    if made == "UUID" || made == "UUIDv7" || made == "ObjectId" { names += ["UUID", "ObjectId"] }
    if case .custom(let declaration, _) = table.binding(of: property.type.element.text), declaration.isFailable { names.append(element) }
    return names
  }
}

extension TypeDeclaration {
  /// Returns a note for a problem with a property from a mixin, because the property's location does not show which type includes the
  /// mixin; no notes for any other property.
  func notes(on property: PropertyDeclaration) -> [(hint: Hint, span: SourceSpan)] {
    property.isFromMixin ? [(.hasFromMixin(name.text), name.span)] : []
  }
}
