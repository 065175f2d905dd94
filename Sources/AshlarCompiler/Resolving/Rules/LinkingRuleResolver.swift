internal import AshlarSchema

/// Resolves the delete rules of linking objects. They become rules of the types that contain the links, because files do not store linking
/// objects.
struct LinkingRuleResolver {
  let types: [TypeDeclaration]
  let entities: [String: EntityModel]
  let sink: DiagnosticSink

  private struct Origin: Hashable {
    var type: String
    var property: String
  }

  /// Returns the rules by the Swift names of the types that contain the links.
  func resolve() -> [String: [EntityRule]] {
    var rules: [String: [EntityRule]] = [:]
    var seen: [Origin: (word: String, span: SourceSpan)] = [:]
    for type in types {
      for property in type.properties where property.type.collection == .linkingObjects {
        guard let written = property.keys.rules[.deleteRule], let origin = property.keys.origin?.text else { continue }
        guard type.kind != .embedded else {
          sink.report(.rule(.deleteRuleOnEmbedded(type.name.text)), at: written.key, notes: type.notes(on: property))
          continue
        }
        let source = property.type.element.text
        // An invalid origin has already been reported.
        guard let word = DeleteRuleWord(written.value, sink: sink), isResolved(property, of: type),
          let link = entities[source]?.columns.first(where: { $0.name == origin })
        else { continue }
        let key = Origin(type: source, property: link.storedName)
        if let first = seen[key] {
          guard first.word != word.text else { continue }
          sink.report(
            .rule(.deleteRuleConflict(origin: "\(source).\(origin)", first: first.word)), at: written.value.span,
            notes: [(.firstHere, first.span)])
          continue
        }
        seen[key] = (word.text, written.value.span)
        if let rule = word.rule { rules[source, default: []].append(.targetDeleted(link.storedName, rule)) }
      }
    }
    return rules
  }

  private func isResolved(_ property: PropertyDeclaration, of type: TypeDeclaration) -> Bool {
    entities[type.name.text]?.properties.contains { $0.name == property.name.text } == true
  }
}
