/// Checks the coding of types.
struct CodingChecker {
  let table: TypeTable
  let sink: DiagnosticSink

  /// Checks the coding protocols, the coding keys, and the types of coded properties.
  func check(_ type: TypeDeclaration) {
    checkProtocols(type)
    guard !type.madeCoding.isEmpty else { return type.handwritten == nil ? checkNotCoded(type) : () }
    checkKeys(type)
    for property in type.properties where property.codingKey != nil { checkTarget(of: property, type) }
  }

  /// Reports the key `json` of a mixin's property if no coded type uses the key.
  func checkMixins(_ declarations: SchemaDeclarations) {
    let coded = declarations.files.flatMap(\.types).filter { !$0.coding.isEmpty }.flatMap(\.properties)
    let used = Set(coded.compactMap { $0.keys.json?.key })
    // A type that repeats the property may specify a different key.
    let repeated = Set(coded.filter { !$0.isFromMixin }.map(\.name.text))
    for mixin in declarations.files.flatMap(\.mixins) {
      for property in mixin.properties where property.canBeCoded && !repeated.contains(property.name.text) {
        guard let json = property.keys.json, !used.contains(json.key) else { continue }
        sink.report(.jsonNotCoded(mixin.name.text), at: json.key)
      }
    }
  }

  /// Reports types that conform to both `Codable` and `Encodable` or `Decodable`.
  private func checkProtocols(_ type: TypeDeclaration) {
    var asked: [(halves: CodingHalves, name: Name)] = []
    for name in type.conformances {
      let halves = CodingHalves(protocolName: name.text)
      guard !halves.isEmpty else { continue }
      if let first = asked.first(where: { !$0.halves.isDisjoint(with: halves) }) {
        // `ConformanceChecker` reports a repetition of the same name.
        if first.name.text != name.text {
          sink.report(.repeatedConformance(name.text), at: name.span, notes: [(.firstHere, first.name.span)])
        }
      } else {
        asked.append((halves, name))
      }
    }
  }

  private func checkNotCoded(_ type: TypeDeclaration) {
    for property in type.properties where property.canBeCoded && !property.isFromMixin {
      guard let json = property.keys.json, !json.isFromMixin else { continue }
      sink.report(.jsonNotCoded(type.name.text), at: json.key)
    }
  }

  /// Reports duplicate coding keys, at the written key rather than at the one derived from a property's name.
  private func checkKeys(_ type: TypeDeclaration) {
    var owners: [String: SourceSpan] = [:]
    let coded = type.properties.filter(\.canBeCoded)
    for property in coded where property.keys.json == nil { owners[property.name.text] = property.name.span }
    for property in coded {
      guard let name = property.keys.json?.name else { continue }
      if let first = owners[name.text] {
        sink.report(.codingKeyTaken(name.text), at: name.span, notes: [(.takenHere(name.text), first)] + type.notes(on: property))
      } else {
        owners[name.text] = name.span
      }
    }
  }

  private func checkTarget(of property: PropertyDeclaration, _ type: TypeDeclaration) {
    if property.type.element.text == TypeExpression.anyName {
      return sink.report(.anyNotCodable, at: property.type.element.span, notes: type.notes(on: property))
    }
    guard let target = table.type(named: property.type.element.text) else { return }
    let missing = type.madeCoding.subtracting(target.coding)
    // If both types have `values`, `ValueChecker` reports this as an error.
    guard !missing.isEmpty, type.values == nil || target.values == nil else { return }
    sink.report(
      .typeNotCodable(target.name.text, missing: missing.name), at: property.type.element.span,
      notes: [(.declaredHere(target.name.text), target.name.span)] + type.notes(on: property))
  }
}
