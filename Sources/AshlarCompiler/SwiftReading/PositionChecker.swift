/// Finds properties of classes with a common superclass that have the same line and column in different files but different database
/// columns, and positions that the wrapper cannot represent.
///
/// A wrapper identifies its property by line and column alone, so a class and all its subclasses share one table of positions.
struct PositionChecker {
  private struct Place: Hashable {
    var root: String
    var position: SourcePosition
  }

  /// The entry of a property in the table of positions.
  private enum Target: Equatable {
    case column(Int)
    /// Linking objects, whose column depends on the class.
    case linking
  }

  private let sink: DiagnosticSink
  private var known: [Place: (span: SourceSpan, target: Target)] = [:]

  init(sink: DiagnosticSink) { self.sink = sink }

  /// Checks the properties of a class.
  mutating func check(_ model: ScannedModel) {
    let linking = Set(model.declaration.properties.filter { $0.type.collection == .linkingObjects }.map(\.name.text))
    var column = 0
    for property in model.placed {
      let isLinking = linking.contains(property.name.text)
      check(property, isLinking ? .linking : .column(column), of: model.root)
      if !isLinking { column += 1 }
    }
  }

  private mutating func check(_ property: ScannedProperty, _ target: Target, of root: String) {
    guard let wrapper = property.wrapper else { return }
    // The wrapper has 20 bits for the line and 11 bits for the column.
    if wrapper.position.line >= 1 << 20 || wrapper.position.column >= 1 << 11 {
      return sink.report(.positionTooFar(property.name.text), at: property.name.span)
    }
    let place = Place(root: root, position: wrapper.position)
    guard let other = known[place] else {
      known[place] = (property.name.span, target)
      return
    }
    guard other.span != property.name.span, other.target != target else { return }
    sink.report(
      .positionTaken(property.name.text, line: wrapper.position.line, root: root), at: property.name.span, notes: [(.firstHere, other.span)]
    )
  }
}
