internal import AshlarSchema

/// Resolves the default of one property.
struct DefaultResolver {
  let property: PropertyDeclaration
  let sink: DiagnosticSink

  /// Returns the value; nil if the property has no default, or if the default was rejected or is the implicit one.
  func resolve(_ model: PropertyModel, _ binding: TypeTable.Binding) -> DefaultValue? {
    guard let key = property.keys.defaultKey else { return nil }
    // Only the Swift compiler can determine the value that a literal has for a foreign type.
    if case .foreign = binding, model.collection == .none { return .code }
    if property.keys.place != nil, property.keys.swiftDefaultKey != nil, model.collection == .none { return handwritten(binding) }
    let hasLiterals = model.type != .object && model.type != .any
    // An expression can create objects, values of custom types and `AnyRealmValue`s; a literal cannot.
    guard model.collection == .none, hasLiterals || property.keys.swiftDefaultKey != nil else {
      sink.report(.defaultNotAllowed(property.type.text), at: key)
      return nil
    }
    if property.keys.swiftDefaultKey != nil { return property.keys.swiftDefault == nil ? nil : .code }
    if let made = property.keys.newDefault { return madeAnew(made, model) }
    guard let node = property.keys.defaultValue else { return nil }
    guard !node.isAbsent else {
      sink.report(.wrongShape(of: .key("default"), expected: .scalar, found: .nothing), at: key)
      return nil
    }
    if case .enumeration(let declaration) = binding {
      return declaration.isListed ? enumCase(node, of: declaration) : externalCase(node)
    }
    if node.text == "new", model.type == .objectId || model.type == .uuid {
      // Even without a default, a required property is initialized with a new id.
      return !model.isOptional ? nil : model.type == .uuid ? .newUUID : .newObjectId
    }
    switch LiteralReader(type: model.type).read(node.text) {
    case .value(let value): return value
    case .malformed: sink.report(.badDefault(node.text, model.type), at: node.span)
    case .outOfRange: sink.report(.defaultOutOfRange(node.text, model.type), at: node.span)
    case .excess: sink.report(.defaultTooPrecise(node.text), at: node.span)
    }
    return nil
  }

  /// Resolves a Swift expression: the name of a case resolves to that case; the program evaluates any other expression.
  private func handwritten(_ binding: TypeTable.Binding) -> DefaultValue {
    guard case .enumeration(let declaration) = binding, let name = property.keys.memberDefault else { return .code }
    if let known = declaration.cases.first(where: { $0.name.text == name }) { return known.rawValue }
    if declaration.hasOnlyCases, let place = property.keys.swiftDefaultKey { reportUnknownCase(name, at: place, of: declaration) }
    return .code
  }

  /// Resolves `{ new: … }` for a property of type String or of the named type.
  private func madeAnew(_ node: ScalarNode, _ model: PropertyModel) -> DefaultValue? {
    let (value, type): (DefaultValue, ValueType)
    switch node.text {
    case "UUID": (value, type) = (.newUUID, .uuid)
    case "UUIDv7": (value, type) = (.newUUIDv7, .uuid)
    case "ObjectId": (value, type) = (.newObjectId, .objectId)
    default:
      sink.report(.newDefault(node.text), at: node.span)
      return nil
    }
    guard model.enumName == nil, model.type == .string || model.type == type else {
      sink.report(.newDefaultType(node.text, type: property.type.text), at: node.span)
      return nil
    }
    // Without a default, a required property is initialized with a new id, which is not one of version 7.
    return model.type == type && !model.isOptional && value != .newUUIDv7 ? nil : value
  }

  /// Resolves a case of an external enum whose cases the schema does not list.
  private func externalCase(_ node: ScalarNode) -> DefaultValue? {
    if SwiftIdentifier.isValid(node.text) { return .code }
    sink.report(.externalDefault(node.text), at: node.span)
    return nil
  }

  private func enumCase(_ node: ScalarNode, of declaration: EnumDeclaration) -> DefaultValue? {
    if let known = declaration.cases.first(where: { $0.name.text == node.text }) { return known.rawValue }
    reportUnknownCase(node.text, at: node.span, of: declaration)
    return nil
  }

  private func reportUnknownCase(_ name: String, at span: SourceSpan, of declaration: EnumDeclaration) {
    let type = declaration.externalName ?? declaration.name.text
    let nearest = Spelling.nearest(to: name, in: declaration.cases.map(\.name.text))
    let place = declaration.cases.first { $0.name.text == nearest }?.name.span ?? declaration.name.span
    sink.report(
      .unknownDefaultCase(name, type: type), at: span, notes: [(nearest.map { .didYouMean($0) } ?? .declaredHere(type), place)])
  }
}
