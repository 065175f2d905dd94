internal import AshlarSchema

/// Resolves one property of a type.
struct PropertyResolver {
  let property: PropertyDeclaration
  /// The type with the property; nil for a property of a mixin and for an ignored property.
  let owner: TypeDeclaration?
  /// The access level of the generated types.
  var access = AccessLevel.internal
  let table: TypeTable
  let sink: DiagnosticSink

  /// Returns the property. If its type or, for linking objects, its origin is invalid, returns nil; the error has then been reported.
  func resolve() -> PropertyModel? {
    if property.hasSwiftType {
      sink.report(.swiftNeedsIgnored, at: property.type.span)
      return nil
    }
    guard let binding = table.binding(of: property.type.element.text) else {
      table.reportUnknown(property.type.element, sink: sink)
      return nil
    }
    if property.type.collection == .linkingObjects {
      return LinkingObjectsResolver(property: property, owner: owner, table: table, sink: sink).resolve(binding)
    }
    if let origin = property.keys.origin { sink.report(.originNotAllowed, at: origin.span) }
    guard var model = model(binding), checkOptionality(binding) else { return nil }
    checkKeys(model)
    if property.keys.defaultKey != nil { model.defaultValue = DefaultResolver(property: property, sink: sink).resolve(model, binding) }
    checkBackfill(model)
    checkFailable(model, binding)
    checkAccess(binding)
    return model
  }

  /// Resolves the type of an ignored property, and a default that is not a Swift expression, as if the property were stored; returns nil if
  /// the type is invalid.
  func resolveIgnored() -> (model: PropertyModel, binding: TypeTable.Binding)? {
    guard let binding = table.binding(of: property.type.element.text) else {
      table.reportUnknown(property.type.element, sink: sink)
      return nil
    }
    guard var model = model(binding), checkOptionality(binding) else { return nil }
    if property.keys.swiftDefaultKey == nil { model.defaultValue = DefaultResolver(property: property, sink: sink).resolve(model, binding) }
    return (model, binding)
  }

  private func model(_ binding: TypeTable.Binding) -> PropertyModel? {
    var model = PropertyModel(
      name: property.name.text, storedName: property.keys.column?.text, type: .object,
      collection: property.type.collection?.kind ?? .none, isOptional: property.type.isOptional,
      isIndexed: property.keys.indexed != nil, isPrimaryKey: property.keys.primaryKey != nil, documentation: property.keys.documentation)
    switch binding {
    case .scalar(let type): model.type = type
    case .enumeration(let declaration):
      model.type = declaration.rawType
      // For an external enum whose cases are not listed, the model contains only the raw type.
      model.enumName = declaration.isListed ? declaration.name.text : nil
    case .custom(let declaration, let persisted):
      model.customName = declaration.name.text
      switch persisted {
      case .scalar(let type): model.type = type
      case .embedded(let type): model.target = type.name.text
      }
    case .type(let declaration): model.target = declaration.name.text
    case .foreign(let declaration):
      // Accessors cannot be generated without the stored type.
      guard property.keys.place != nil else {
        sink.report(.foreignType(declaration.swiftName), at: property.type.element.span)
        return nil
      }
      (model.type, model.foreignType) = (.int, declaration.swiftName)
    case .refused: return nil
    }
    model.isImplicitlyUnwrapped = property.type.isImplicitlyUnwrapped
    model.was = property.keys.was.map(\.text)
    model.isBackfilled = property.keys.backfill != nil
    return model
  }

  private func checkOptionality(_ binding: TypeTable.Binding) -> Bool {
    let name = property.type.element.text
    let span = property.type.collection == nil ? property.type.element.span : property.type.span
    if property.type.isImplicitlyUnwrapped, !binding.canBeUnwrapped {
      sink.report(.notUnwrappable(name), at: property.type.span)
      return false
    }
    switch (binding, property.type.collection) {
    case (.type(let target), _) where target.kind == .asymmetric:
      sink.report(.linkToAsymmetric(name), at: property.type.element.span, notes: [(.declaredHere(name), target.name.span)])
    case (.type, .none) where !property.type.isOptional: sink.report(.linkNotOptional(name), at: span)
    case (.type, .map) where !property.type.isOptional: sink.report(.linkInMap(name), at: span)
    case (.type(let target), .set) where target.kind == .embedded, (.custom(_, .embedded(let target)), .set):
      sink.report(.embeddedInSet(name), at: span, notes: [(.declaredHere(target.name.text), target.name.span)])
    case (.type, .list?) where property.type.isOptional, (.custom(_, .embedded), .list?) where property.type.isOptional:
      sink.report(.optionalLinkInList(name, .list), at: span)
    case (.type, .set?) where property.type.isOptional: sink.report(.optionalLinkInList(name, .set), at: span)
    case (.type(let target), _) where owner?.kind == .asymmetric && target.rules.primaryKey != nil:
      sink.report(.rule(.compoundKeyLink(name)), at: property.type.element.span, notes: [(.declaredHere(name), target.name.span)])
    case (.type(let target), _)
    where owner?.kind == .asymmetric && target.kind == .object && !target.properties.contains { $0.keys.primaryKey != nil }:
      sink.report(.asymmetricLinkWithoutKey(name), at: property.type.element.span, notes: [(.declaredHere(name), target.name.span)])
    default: return true
    }
    return false
  }

  private func checkBackfill(_ model: PropertyModel) {
    guard let place = property.keys.backfill, model.defaultValue?.isLiteral != true else { return }
    // `new` adds no default to the model of a required property, whose initial value is always a new id. Any other missing default has been
    // rejected and reported.
    let isFresh =
      [.objectId, .uuid].contains(model.type)
      && (property.keys.defaultValue?.text == "new" || property.keys.newDefault?.text == model.type.swiftName)
    if property.keys.defaultKey == nil || model.defaultValue != nil || isFresh { sink.report(.backfillWithoutDefault, at: place) }
  }

  private func checkFailable(_ model: PropertyModel, _ binding: TypeTable.Binding) {
    guard case .custom(let declaration, _) = binding, declaration.isFailable, model.collection == .none, !model.isOptional,
      property.keys.defaultKey == nil
    else { return }
    guard property.keys.place == nil else { return sink.report(.failableByHand(declaration.name.text), at: property.type.element.span) }
    sink.report(.failableWithoutDefault(declaration.name.text), at: property.type.element.span)
  }

  // A generated property is as accessible as its class, but the handwritten class to which it links may be less accessible.
  private func checkAccess(_ binding: TypeTable.Binding) {
    guard case .type(let target) = binding, let handwritten = target.handwritten, property.keys.place == nil else { return }
    let level = property.keys.access?.level ?? access
    guard level.isWider(than: handwritten.access) else { return }
    sink.report(
      .narrowModel(target.name.text, level, property: property.name.text), at: property.type.element.span,
      notes: [(.declaredHere(target.name.text), target.name.span)])
  }

  private func checkKeys(_ model: PropertyModel) {
    let isValue = model.collection == .none && model.type != .object
    if let place = property.keys.primaryKey, owner?.kind != .embedded, !isValue || !model.type.kind.canBeKey {
      sink.report(.primaryKeyType(property.type.text), at: place)
    } else if property.keys.primaryKey != nil, let place = property.keys.notIndexed {
      sink.report(.primaryKeyNotIndexed, at: place)
    }
    if let place = property.keys.indexed, !isValue || !model.type.kind.canBeIndexed {
      sink.report(.indexedType(property.type.text), at: place)
    }
  }
}

extension TypeExpression {
  /// The type in the syntax of schemas.
  var text: String {
    let element = element.text + (isImplicitlyUnwrapped ? "!" : isOptional ? "?" : "")
    return switch collection {
    case .none: element
    case .some(let collection): "\(collection.rawValue)<\(element)>"
    }
  }
}

extension CollectionName {
  /// The corresponding kind in the model.
  var kind: CollectionKind {
    switch self {
    case .list: .list
    case .set: .set
    case .map: .map
    case .linkingObjects: .linkingObjects
    }
  }
}

extension TypeTable.Binding {
  /// Whether a property of this type can be implicitly unwrapped.
  fileprivate var canBeUnwrapped: Bool {
    switch self {
    case .scalar(let type): type.kind.canBeUnwrapped
    case .type: true
    case .enumeration, .custom, .foreign: false
    case .refused: true
    }
  }
}
