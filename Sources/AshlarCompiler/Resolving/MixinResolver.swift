internal import AshlarSchema

/// Resolves one mixin, so that errors are found even in a mixin that no type includes.
struct MixinResolver {
  let mixin: MixinDeclaration
  let access: AccessLevel
  let table: TypeTable
  let sink: DiagnosticSink

  func resolve() -> MixinModel {
    var primaryKey: SourceSpan?
    for case let place? in mixin.properties.filter({ $0.keys.ignored == nil }).map(\.keys.primaryKey) {
      if let primaryKey { sink.report(.secondPrimaryKey, at: place, notes: [(.firstHere, primaryKey)]) }
      primaryKey = primaryKey ?? place
    }
    AccessChecker(access: access, sink: sink).check(mixin.properties, inMixin: true)
    StoredNameChecker(sink: sink).checkColumns(mixin.properties)
    var seen: Set<String> = []
    return MixinModel(
      name: mixin.name.text, mixins: mixin.mixins.map(\.text).filter { seen.insert($0).inserted },
      properties: mixin.properties.filter { $0.keys.ignored == nil }.compactMap {
        resolve($0)
      },
      ignored: mixin.properties.filter { $0.keys.ignored != nil }.compactMap {
        IgnoredResolver(property: $0, table: table, sink: sink).resolve()
      },
      surfaces: Dictionary(
        mixin.properties.map { ($0.name.text, PropertySurface($0, access: access, isTypeDeprecated: false, table: table)) }
      ) { first, _ in first },
      documentation: mixin.documentation)
  }

  private func resolve(_ property: PropertyDeclaration) -> PropertyModel? {
    let model = PropertyResolver(property: property, owner: nil, table: table, sink: sink).resolve()
    if let model { _ = PropertyRuleResolver(property: property, model: model, owner: nil, table: table, sink: sink).resolve() }
    return model
  }
}
