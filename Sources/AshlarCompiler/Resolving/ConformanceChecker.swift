/// Checks the protocols of a type against the declarations of the schema.
struct ConformanceChecker {
  let table: TypeTable
  let sink: DiagnosticSink

  /// Reports protocols that are listed twice, and types of the schema among the protocols.
  func check(_ type: TypeDeclaration) { check(type.conformances, after: type.mixins) }

  /// Performs the same checks on a list of protocols. A name that is also in `mixins` is reported as a repetition.
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
