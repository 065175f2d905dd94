/// The Swift expression of a path: the steps up to the collection through which the path continues, if there is one, and the steps after
/// the collection.
struct PathText {
  /// A sequence of steps with the operators that join them.
  private struct Part {
    var text = ""
    var count = 0
    var isOptional = false
    /// Whether the last step is optional.
    var endsInOptional = false

    mutating func append(_ step: String) {
      text += (count == 0 ? "" : endsInOptional ? "?." : ".") + step
      count += 1
      endsInOptional = false
    }

    mutating func goThroughOptional() { (isOptional, endsInOptional) = (true, true) }

    /// Returns the type of the chain's result; an optional at the end of an optional chain is not wrapped again.
    func type(_ type: String) -> String { isOptional && !type.hasSuffix("?") ? type + "?" : type }
  }

  private var outer = Part()
  private var inner: Part?

  /// Whether the path continues through a collection.
  var isProjecting: Bool { inner != nil }

  mutating func append(_ step: String) {
    if inner != nil { inner?.append(step) } else { outer.append(step) }
  }

  mutating func goThroughOptional() {
    if inner != nil { inner?.goThroughOptional() } else { outer.goThroughOptional() }
  }

  mutating func goThroughCollection() { inner = Part() }

  /// Returns the type of a path whose last step has the type `type`.
  func type(ending type: String) -> String {
    guard let inner else { return outer.type(type) }
    return outer.type("ProjectedCollection<\(inner.type(type))>")
  }

  /// The expression after the root.
  var expression: String {
    guard let inner else { return outer.text }
    return outer.text + ".projectTo" + (inner.count == 1 ? ".\(inner.text)" : "[dynamicMember: \\.\(inner.text)]")
  }
}
