internal import AshlarSchema

/// Resolves a property of linking objects.
struct LinkingObjectsResolver {
  let property: PropertyDeclaration
  /// The type with the property; nil for a property of a mixin, whose origin is checked in each type that includes the mixin.
  let owner: TypeDeclaration?
  let table: TypeTable
  let sink: DiagnosticSink

  func resolve(_ binding: TypeTable.Binding) -> PropertyModel? {
    reportStorageKeys()
    let source: TypeDeclaration
    switch binding {
    case .refused: return nil
    case .scalar, .enumeration, .custom, .foreign:
      sink.report(.linkingObjectsTarget(property.type.element.text), at: property.type.element.span)
      return nil
    case .type(let declaration) where declaration.kind == .asymmetric:
      sink.report(
        .linkToAsymmetric(declaration.name.text), at: property.type.element.span,
        notes: [(.declaredHere(declaration.name.text), declaration.name.span)])
      return nil
    case .type(let declaration): source = declaration
    }
    guard !property.type.isOptional else {
      sink.report(.malformedType(property.type.text, suggestion: nil), at: property.type.span)
      return nil
    }
    guard let origin = property.keys.origin else {
      sink.report(.missingOrigin, at: property.type.span)
      return nil
    }
    guard checkOrigin(origin, on: source, owner) else { return nil }
    return PropertyModel(
      name: property.name.text, type: .object, collection: .linkingObjects, target: source.name.text, origin: origin.text,
      documentation: property.keys.documentation)
  }

  private func checkOrigin(_ origin: Name, on source: TypeDeclaration, _ owner: TypeDeclaration?) -> Bool {
    guard let owner else { return true }
    func isLink(_ property: PropertyDeclaration) -> Bool {
      property.keys.ignored == nil && property.type.collection != .linkingObjects && property.type.element.text == owner.name.text
    }
    if let found = source.properties.first(where: { $0.name.text == origin.text }) {
      if isLink(found) { return true }
      if found.keys.ignored != nil { return reportIgnored(found, at: origin) }
      sink.report(
        .wrongOrigin(origin.text, type: source.name.text, target: owner.name.text), at: origin.span,
        notes: [(.declaredHere(origin.text), found.name.span)] + owner.notes(on: property))
      return false
    }
    if source.refusedProperties.contains(origin.text) { return false }
    let linking = sink.isFull ? [] : source.properties.filter(isLink)
    let nearest = Spelling.nearest(to: origin.text, in: linking.map(\.name.text))
    let place = linking.first { $0.name.text == nearest }?.name.span
    sink.report(
      .unknownOrigin(origin.text, type: source.name.text), at: origin.span,
      notes: nearest.flatMap { name in place.map { [(.didYouMean(name), $0)] } } ?? [(.declaredHere(source.name.text), source.name.span)])
    return false
  }

  private func reportIgnored(_ property: PropertyDeclaration, at origin: Name) -> Bool {
    sink.report(.ignoredOrigin(origin.text), at: origin.span, notes: [(.declaredHere(origin.text), property.name.span)])
    return false
  }

  private func reportStorageKeys() {
    let keys: [(String, SourceSpan?)] = [
      ("primaryKey", property.keys.primaryKey), ("indexed", property.keys.indexed ?? property.keys.notIndexed),
      ("column", property.keys.column?.span),
      ("default", property.keys.defaultKey), ("ignored", property.keys.ignored), ("willSet", property.keys.willSet?.span),
      ("didSet", property.keys.didSet?.span), ("setter", property.keys.setter?.key), ("was", property.keys.was.first?.span),
      ("backfill", property.keys.backfill), ("json", property.keys.json?.key),
    ]
    for case (let key, let place?) in keys { sink.report(.keyOnLinkingObjects(key), at: place) }
    for key in RuleKey.allCases where key != .deleteRule {
      if let rule = property.keys.rules[key] { sink.report(.keyOnLinkingObjects(key.rawValue), at: rule.key) }
    }
  }
}
