internal import AshlarSchema

/// Resolves the default of one property.
struct DefaultResolver {
  let property: PropertyDeclaration
  let sink: DiagnosticSink

  /// The value; nil when there is none, it was refused, or it is what no default means.
  func resolve(_ model: PropertyModel, _ binding: TypeTable.Binding) -> DefaultValue? {
    guard let key = property.defaultKey else { return nil }
    guard model.collection == .none, model.type != .object else {
      sink.report(.defaultNotAllowed(property.type.text), at: key)
      return nil
    }
    if let place = property.swiftDefaultKey {
      sink.report(.unsupported(.computedDefault("swift")), at: place)
      return nil
    }
    guard let node = property.defaultValue else { return nil }
    guard !node.isAbsent else {
      sink.report(.wrongShape(expected: .scalar, found: .nothing), at: key)
      return nil
    }
    if case .enumeration(let declaration) = binding, declaration.externalName != nil {
      sink.report(.unsupported(.externalDefault), at: node.span)
      return nil
    }
    if case .enumeration(let declaration) = binding { return enumCase(node, of: declaration) }
    if node.text == "new", model.type == .objectId || model.type == .uuid {
      // A fresh value is what required properties start with anyway.
      if model.isOptional { sink.report(.unsupported(.freshOptional), at: node.span) }
      return nil
    }
    switch LiteralReader(type: model.type).read(node.text) {
    case .value(let value): return value
    case .malformed: sink.report(.badDefault(node.text, model.type), at: node.span)
    case .outOfRange: sink.report(.defaultOutOfRange(node.text, model.type), at: node.span)
    case .excess: sink.report(.defaultTooPrecise(node.text), at: node.span)
    }
    return nil
  }

  private func enumCase(_ node: ScalarNode, of declaration: EnumDeclaration) -> DefaultValue? {
    if let known = declaration.cases.first(where: { $0.name.text == node.text }) { return known.rawValue }
    let nearest = Spelling.nearest(to: node.text, in: declaration.cases.map(\.name.text))
    let place = declaration.cases.first { $0.name.text == nearest }?.name.span ?? declaration.name.span
    sink.report(
      .unknownDefaultCase(node.text, type: declaration.name.text), at: node.span,
      notes: [(nearest.map { .didYouMean($0) } ?? .declaredHere(declaration.name.text), place)])
    return nil
  }
}
