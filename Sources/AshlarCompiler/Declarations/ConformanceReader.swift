/// Reads the protocols a type conforms to.
struct ConformanceReader {
  /// The base classes of generated classes, and the protocols to which they conform. A class that repeats one of these does not compile.
  private static let inherited: Set<String> = [
    "AnyObject", "CustomStringConvertible", "EmbeddedObject", "Equatable", "Hashable", "Object", "ObjectBase", "RealmCollectionValue",
  ]
  let sink: DiagnosticSink

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> [Name] {
    let nodes = NodeReader(sink: sink)
    guard let list = nodes.sequence(entry.value, of: .key(entry.key)) else { return [] }
    return list.items.compactMap { nodes.scalar($0, of: .item(of: entry.key)).flatMap(check) }
  }

  /// Returns the name. If it cannot be the name of a protocol, or if it is one of `inherited`, even if qualified with `Swift` or `Ashlar`,
  /// reports the error and returns nil.
  private func check(_ scalar: ScalarNode) -> Name? {
    let parts = scalar.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(SwiftIdentifier.isValid) else {
      sink.report(.invalidIdentifier(scalar.text, .proto), at: scalar.span)
      return nil
    }
    let name = parts.count == 2 && ["Swift", "Ashlar"].contains(parts[0]) ? parts[1] : scalar.text
    if Self.inherited.contains(name) {
      sink.report(.inheritedConformance(scalar.text), at: scalar.span)
    } else {
      return Name(scalar)
    }
    return nil
  }
}
