internal import AshlarSchema

/// Resolves one property of a type.
struct PropertyResolver {
  let property: PropertyDeclaration
  /// Nil for a mixin's.
  let owner: TypeDeclaration?
  let table: TypeTable
  let sink: DiagnosticSink

  /// The property, or nil when its type cannot be made out.
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
    if let origin = property.origin { sink.report(.originNotAllowed, at: origin.span) }
    guard var model = model(binding), checkOptionality(binding) else { return nil }
    checkKeys(model)
    if property.defaultKey != nil { model.defaultValue = DefaultResolver(property: property, sink: sink).resolve(model, binding) }
    return model
  }

  /// An ignored property, as if it were stored.
  func resolveIgnored() -> (model: PropertyModel, binding: TypeTable.Binding)? {
    guard let binding = table.binding(of: property.type.element.text) else {
      table.reportUnknown(property.type.element, sink: sink)
      return nil
    }
    guard var model = model(binding), checkOptionality(binding) else { return nil }
    if property.swiftDefaultKey == nil { model.defaultValue = DefaultResolver(property: property, sink: sink).resolve(model, binding) }
    return (model, binding)
  }

  private func model(_ binding: TypeTable.Binding) -> PropertyModel? {
    var model = PropertyModel(
      name: property.name.text, storedName: property.column?.text, type: .object,
      collection: property.type.collection == .list ? .list : .none, isOptional: property.type.isOptional,
      isIndexed: property.indexed != nil, isPrimaryKey: property.primaryKey != nil, documentation: property.documentation)
    switch binding {
    case .scalar(let type): model.type = type
    case .enumeration(let declaration):
      model.type = declaration.rawType
      // The cases of an external enum are not known, so only the raw type is described.
      model.enumName = declaration.externalName == nil ? declaration.name.text : nil
    case .type(let declaration): model.target = declaration.name.text
    case .refused: return nil
    }
    return model
  }

  private func checkOptionality(_ binding: TypeTable.Binding) -> Bool {
    let name = property.type.element.text
    switch (binding, property.type.collection, property.type.isOptional) {
    case (.type, .none, false): sink.report(.linkNotOptional(name), at: property.type.element.span)
    case (.type, .list, true): sink.report(.optionalLinkInList(name), at: property.type.span)
    case (_, .list, true): sink.report(.unsupported(.optionalElement(name)), at: property.type.span)
    default: return true
    }
    return false
  }

  private func checkKeys(_ model: PropertyModel) {
    let isValue = model.collection == .none && model.type != .object
    if let place = property.primaryKey, owner?.kind != .embedded, !isValue || !model.type.isKey {
      sink.report(.primaryKeyType(property.type.text), at: place)
    } else if property.primaryKey != nil, let place = property.notIndexed {
      sink.report(.primaryKeyNotIndexed, at: place)
    }
    if let place = property.indexed, !isValue || !model.type.isIndexable {
      sink.report(.indexedType(property.type.text), at: place)
    }
  }
}

extension TypeExpression {
  /// The type as schemas spell it.
  var text: String {
    let element = element.text + (isOptional ? "?" : "")
    return switch collection {
    case .none: element
    case .list: "List<\(element)>"
    case .linkingObjects: "LinkingObjects<\(element)>"
    }
  }
}
