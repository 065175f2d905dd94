internal import AshlarSchema

/// Resolves the rules of all types, after their properties.
struct RuleResolver {
  let types: [TypeDeclaration]
  let table: TypeTable
  let sink: DiagnosticSink

  /// Adds the rules to the types, and marks as indexed each property, except links, whose values must be unique by themselves.
  func resolve(into entities: inout [String: EntityModel]) {
    var rules: [String: [EntityRule]] = [:]
    for type in types {
      guard let entity = entities[type.name.text] else { continue }
      let models = Dictionary(entity.properties.map { ($0.name, $0) }) { first, _ in first }
      var own = TypeRuleResolver(type: type, entity: entity, table: table, sink: sink).resolve()
      for property in type.properties {
        guard let model = models[property.name.text], property.keys.ignored == nil else { continue }
        own += PropertyRuleResolver(property: property, model: model, owner: type, table: table, sink: sink).resolve()
      }
      if !own.isEmpty { rules[type.name.text] = own }
    }
    for (type, own) in LinkingRuleResolver(types: types, entities: entities, sink: sink).resolve() { rules[type, default: []] += own }
    for (type, own) in rules {
      entities[type]?.rules = own
      entities[type]?.indexUniqueProperties()
    }
    if !rules.isEmpty { RuleWarnings(types: types, entities: entities, sink: sink).check() }
  }

  /// Warns about checked enums whose values occur only as elements of collections.
  static func checkEnums(of declarations: SchemaDeclarations, _ types: [TypeDeclaration], sink: DiagnosticSink) {
    let checked = declarations.files.flatMap(\.enums).filter { $0.checked != nil }
    if checked.isEmpty { return }
    var (single, elements): (Set<String>, Set<String>) = ([], [])
    for property in types.flatMap(\.properties) where property.keys.ignored == nil {
      if property.type.collection == nil { single.insert(property.type.element.text) } else { elements.insert(property.type.element.text) }
    }
    for declaration in checked where elements.contains(declaration.name.text) && !single.contains(declaration.name.text) {
      guard let place = declaration.checked else { continue }
      sink.report(.rule(.checkedElements(declaration.name.text)), at: place)
    }
  }
}

extension EntityModel {
  /// Marks as indexed each property whose values must be unique by themselves, except links: the unique rule of a link has its own index.
  fileprivate mutating func indexUniqueProperties() {
    for case .unique(let rule) in rules where rule.properties.count == 1 && rule.condition == nil {
      guard let column = properties.firstIndex(where: { $0.storedName == rule.properties[0] }) else { continue }
      if properties[column].type != .object { properties[column].isIndexed = true }
    }
  }
}
