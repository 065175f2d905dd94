/// Puts nodes together as events come in, without recursion. Finds duplicate keys and keys that are no scalars.
struct SyntaxTreeBuilder {
  private struct Frame {
    var isMapping: Bool
    var span: SourceSpan
    var items: [SyntaxNode] = []
    var entries: [MappingNode.Entry] = []
    var seen: [String: SourceSpan] = [:]
    /// The key whose value is awaited.
    var key: SyntaxNode?
  }

  private let sink: DiagnosticSink
  private var frames: [Frame] = []
  private(set) var root: SyntaxNode?

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  var depth: Int { frames.count }

  mutating func open(isMapping: Bool, at span: SourceSpan) {
    frames.append(Frame(isMapping: isMapping, span: span))
  }

  mutating func close(at span: SourceSpan) {
    guard let frame = frames.popLast() else { return }
    let whole = SourceSpan(file: span.file, bytes: frame.span.bytes.lowerBound..<max(frame.span.bytes.upperBound, span.bytes.upperBound))
    add(
      frame.isMapping
        ? .mapping(MappingNode(entries: frame.entries, span: whole)) : .sequence(SequenceNode(items: frame.items, span: whole)))
  }

  mutating func add(_ node: SyntaxNode) {
    guard let top = frames.indices.last else {
      root = node
      return
    }
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
      if let first = frames[top].seen[scalar.text] {
        sink.report(.duplicateKey(scalar.text), at: scalar.span, notes: [(.firstHere, first)])
      } else {
        frames[top].seen[scalar.text] = scalar.span
        frames[top].entries.append(MappingNode.Entry(key: scalar, value: value))
      }
    }
  }
}
