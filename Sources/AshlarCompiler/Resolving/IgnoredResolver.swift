internal import AshlarSchema

/// Resolves a property that is stored only in memory.
struct IgnoredResolver {
  let property: PropertyDeclaration
  let table: TypeTable
  let sink: DiagnosticSink

  /// Returns the property; nil if its type is invalid. The error has then been reported.
  func resolve() -> IgnoredModel? {
    reportStorageKeys()
    guard let kind = property.hasSwiftType ? swift() : schema() else { return nil }
    return IgnoredModel(
      name: property.name.text, kind: kind, initialValue: property.keys.swiftDefault?.text, documentation: property.keys.documentation)
  }

  private func swift() -> IgnoredModel.Kind {
    let text = property.type.element.text
    if property.keys.defaultKey == nil {
      let isOptional = text.hasSuffix("?") || text.hasSuffix("!") || text.hasPrefix("Optional<")
      if !isOptional { sink.report(.ignoredWithoutDefault(text), at: property.type.span) }
    } else if let place = property.keys.defaultKey, property.keys.swiftDefaultKey == nil {
      sink.report(.defaultNotSwift, at: property.keys.defaultValue?.span ?? place)
    }
    return .swift(text)
  }

  private func schema() -> IgnoredModel.Kind? {
    if property.type.collection == .linkingObjects, let place = property.keys.ignored {
      sink.report(.keyOnLinkingObjects("ignored"), at: place)
      return nil
    }
    return PropertyResolver(property: property, owner: nil, table: table, sink: sink).resolveIgnored().map { .schema($0.model) }
  }

  private func reportStorageKeys() {
    let keys: [(String, SourceSpan?)] = [
      ("primaryKey", property.keys.primaryKey), ("indexed", property.keys.indexed ?? property.keys.notIndexed),
      ("column", property.keys.column?.span),
      ("was", property.keys.was.first?.span), ("backfill", property.keys.backfill), ("json", property.keys.json?.key),
      ("origin", property.type.collection == .linkingObjects ? nil : property.keys.origin?.span),
    ]
    for case (let key, let place?) in keys { sink.report(.keyOnIgnored(key), at: place) }
    for key in RuleKey.allCases {
      if let rule = property.keys.rules[key] { sink.report(.keyOnIgnored(key.rawValue), at: rule.key) }
    }
  }
}
