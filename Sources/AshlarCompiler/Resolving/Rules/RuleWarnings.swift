internal import AshlarSchema

/// Warns about rules whose effect is probably not the intended one.
struct RuleWarnings {
  let types: [TypeDeclaration]
  let entities: [String: EntityModel]
  let sink: DiagnosticSink

  func check() {
    for type in types {
      guard let entity = entities[type.name.text], !entity.rules.isEmpty else { continue }
      checkIndexes(of: type, entity)
      for property in type.properties {
        guard let model = entity.columns.first(where: { $0.name == property.name.text }), !property.keys.rules.isEmpty else { continue }
        checkCascade(property, model, of: type, entity)
        checkRequired(property, model, of: type, entity)
      }
    }
  }

  /// Warns about an index whose properties begin another index or a unique rule.
  private func checkIndexes(of type: TypeDeclaration, _ entity: EntityModel) {
    let storedNames = Dictionary(entity.columns.map { ($0.name, $0.storedName) }) { first, _ in first }
    for list in type.rules.indexes {
      let names = list.names.map { storedNames[$0.text] ?? "" }
      // A list with errors has not been added to the rules.
      guard entity.rules.contains(.index(names)) else { continue }
      let isBegun = entity.rules.contains { rule in
        guard rule.kind == .index || rule.kind == .unique, rule != .index(names) else { return false }
        return rule.properties.starts(with: names)
      }
      if isBegun { sink.report(.rule(.redundantIndex(list.names.map(\.text))), at: list.span) }
    }
  }

  private func checkCascade(_ property: PropertyDeclaration, _ model: PropertyModel, of type: TypeDeclaration, _ entity: EntityModel) {
    guard let place = property.keys.rules[.deleteRule]?.key, entity.rules.contains(.holderDeleted(model.storedName, .cascade)),
      entity.rules.contains(.targetDeleted(model.storedName, .cascade))
    else { return }
    sink.report(.rule(.cascadeBothWays("\(type.name.text).\(property.name.text)")), at: place, notes: type.notes(on: property))
  }

  /// Warns about a link, or a list or set of links, that must not be empty, and that becomes empty when its targets are deleted. A map
  /// retains the keys of deleted objects.
  private func checkRequired(_ property: PropertyDeclaration, _ model: PropertyModel, of type: TypeDeclaration, _ entity: EntityModel) {
    guard type.kind != .asymmetric, let target = model.target, entities[target]?.kind == .object else { return }
    let place =
      entity.rules.lazy.compactMap { rule -> SourceSpan? in
        switch rule {
        case .required(model.storedName): property.keys.rules[.required]?.key
        case .count(model.storedName, let bounds) where bounds.low > 0 && model.collection != .map: property.keys.rules[.count]?.key
        default: nil
        }
      }.first
    guard let place, !entity.rules.contains(where: { $0.kind == .targetDeleted && $0.properties == [model.storedName] }) else { return }
    sink.report(
      .rule(.requiredLink("\(type.name.text).\(property.name.text)", target: target)), at: place, notes: type.notes(on: property))
  }
}
