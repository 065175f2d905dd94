/// Checks the protocols of a type against what the schema declares.
struct ConformanceChecker {
  let table: TypeTable
  let sink: DiagnosticSink

  /// Each protocol counts once, and none is a type of the schema.
  func check(_ type: TypeDeclaration) { check(type.conformances, after: type.mixins) }

  /// The same for names that follow others.
  func check(_ names: [Name], after mixins: [Name]) {
    var first = Dictionary(mixins.map { ($0.text, $0.span) }) { first, _ in first }
    for name in names {
      if let place = table.declaration(named: name.text) {
        sink.report(.conformanceToType(name.text), at: name.span, notes: [(.declaredHere(name.text), place.span)])
      } else if let place = first[name.text] {
        sink.report(.repeatedConformance(name.text), at: name.span, notes: [(.firstHere, place)])
      } else {
        first[name.text] = name.span
      }
    }
  }
}
