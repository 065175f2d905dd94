internal import AshlarSchema

/// Resolves one mixin, so that mistakes in one that no type has are found as well.
struct MixinResolver {
  let mixin: MixinDeclaration
  let table: TypeTable
  let sink: DiagnosticSink

  func resolve() -> MixinModel {
    var primaryKey: SourceSpan?
    for case let place? in mixin.properties.map(\.primaryKey) {
      if let primaryKey { sink.report(.secondPrimaryKey, at: place, notes: [(.firstHere, primaryKey)]) }
      primaryKey = primaryKey ?? place
    }
    StoredNameChecker(sink: sink).checkColumns(mixin.properties)
    var seen: Set<String> = []
    return MixinModel(
      name: mixin.name.text, mixins: mixin.mixins.map(\.text).filter { seen.insert($0).inserted },
      properties: mixin.properties.compactMap { PropertyResolver(property: $0, owner: nil, table: table, sink: sink).resolve() },
      documentation: mixin.documentation)
  }
}
