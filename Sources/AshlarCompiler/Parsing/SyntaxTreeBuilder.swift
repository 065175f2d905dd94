/// Builds the tree from events, without recursion. Reports duplicate keys and keys that are not scalars.
package struct SyntaxTreeBuilder {
  private struct Frame {
    package var isMapping: Bool
    package var span: SourceSpan
    package var items: [SyntaxNode] = []
    package var entries: [MappingNode.Entry] = []
    /// The index in `entries` of each key; empty unless there are more than `fewKeys`.
    package var seen: [String: Int] = [:]
    /// In a mapping, the key whose value is the next node; nil if the next node is a key.
    package var key: SyntaxNode?

    /// Up to this number of keys, a linear search is faster than a hash table.
    private static let fewKeys = 16

    package func index(of key: String) -> Int? {
      guard entries.count <= Self.fewKeys else { return seen[key] }
      var index = 0
      while index < entries.count, entries[index].key.text != key { index += 1 }
      return index < entries.count ? index : nil
    }

    package mutating func append(_ entry: MappingNode.Entry) {
      entries.append(entry)
      if entries.count == Self.fewKeys + 1 {
        for (index, entry) in entries.enumerated() { seen[entry.key.text] = index }
      } else if entries.count > Self.fewKeys {
        seen[entry.key.text] = entries.count - 1
      }
    }
  }

  private let sink: DiagnosticSink
  private var frames: [Frame] = []
  private(set) var root: SyntaxNode?

  package init(sink: DiagnosticSink) {
    self.sink = sink
  }

  package var depth: Int { frames.count }

  mutating func open(isMapping: Bool, at span: SourceSpan) {
    frames.append(Frame(isMapping: isMapping, span: span))
  }

  package mutating func close(at span: SourceSpan) {
    guard !frames.isEmpty else { return }
    let frame = frames.removeLast()
    let whole = SourceSpan(file: span.file, bytes: frame.span.bytes.lowerBound..<max(frame.span.bytes.upperBound, span.bytes.upperBound))
    add(
      frame.isMapping
        ? .mapping(MappingNode(entries: frame.entries, span: whole)) : .sequence(SequenceNode(items: frame.items, span: whole)))
  }

  package mutating func add(_ node: SyntaxNode) {
    guard !frames.isEmpty else {
      root = node
      return
    }
    let top = frames.count - 1
    if !frames[top].isMapping {
      frames[top].items.append(node)
    } else if let key = frames[top].key {
      frames[top].key = nil
      addEntry(key, node, to: top)
    } else {
      frames[top].key = node
    }
  }

  private mutating func addEntry(_ key: SyntaxNode, _ value: SyntaxNode, to top: Int) {
    switch key {
    case .invalid: return
    case .sequence, .mapping: sink.report(.keyNotScalar, at: key.span)
    case .scalar(let scalar):
      if let first = frames[top].index(of: scalar.text) {
        sink.report(.duplicateKey(scalar.text), at: scalar.span, notes: [(.firstHere, frames[top].entries[first].key.span)])
      } else {
        frames[top].append(MappingNode.Entry(key: scalar, value: value))
      }
    }
  }
}
