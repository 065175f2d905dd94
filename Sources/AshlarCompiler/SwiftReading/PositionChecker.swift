/// Finds properties of a class and of one that derives from it that lie at the same place of different files, and places that the
/// wrapper cannot hold.
struct PositionChecker {
  private struct Place: Hashable {
    var root: String
    var position: SourcePosition
  }

  private let sink: DiagnosticSink
  private var known: [Place: SourceSpan] = [:]

  init(sink: DiagnosticSink) { self.sink = sink }

  /// Looks at the properties of a class.
  mutating func check(_ model: ScannedModel) {
    for property in model.placed { check(property, of: model.root) }
  }

  private mutating func check(_ property: ScannedProperty, of root: String) {
    guard let wrapper = property.wrapper else { return }
    // As many bits as the wrapper has for each.
    if wrapper.position.line >= 1 << 20 || wrapper.position.column >= 1 << 11 {
      return sink.report(.positionTooFar(property.name.text), at: property.name.span)
    }
    let place = Place(root: root, position: wrapper.position)
    if let other = known[place] {
      if other != property.name.span {
        sink.report(.positionTaken(property.name.text, line: wrapper.position.line), at: property.name.span, notes: [(.firstHere, other)])
      }
    } else {
      known[place] = property.name.span
    }
  }
}
