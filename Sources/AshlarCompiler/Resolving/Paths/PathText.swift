/// The Swift of a path: the steps before the collection that it continues through, and those after it.
struct PathText {
  /// Steps with what joins them.
  private struct Part {
    var text = ""
    var count = 0
    var isOptional = false
    /// Whether the last step is an optional one.
    var endsInOptional = false

    mutating func append(_ step: String) {
      text += (count == 0 ? "" : endsInOptional ? "?." : ".") + step
      count += 1
      endsInOptional = false
    }

    mutating func goThroughOptional() { (isOptional, endsInOptional) = (true, true) }

    /// The type, seen through the optionals of this part; an optional in an optional chain stays one.
    func type(_ type: String) -> String { isOptional && !type.hasSuffix("?") ? type + "?" : type }
  }

  private var outer = Part()
  private var inner: Part?

  /// Whether a collection has been gone through.
  var isProjecting: Bool { inner != nil }

  mutating func append(_ step: String) {
    if inner != nil { inner?.append(step) } else { outer.append(step) }
  }

  mutating func goThroughOptional() {
    if inner != nil { inner?.goThroughOptional() } else { outer.goThroughOptional() }
  }

  mutating func goThroughCollection() { inner = Part() }

  /// The type of a path whose last step has this type.
  func type(ending type: String) -> String {
    guard let inner else { return outer.type(type) }
    return outer.type("ProjectedCollection<\(inner.type(type))>")
  }

  /// What follows the root.
  var expression: String {
    guard let inner else { return outer.text }
    return outer.text + ".projectTo" + (inner.count == 1 ? ".\(inner.text)" : "[dynamicMember: \\.\(inner.text)]")
  }
}
