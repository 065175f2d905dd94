/// One node of a YAML file, as written: no scalar has a type yet.
package enum SyntaxNode: Sendable {
  case scalar(ScalarNode)
  case sequence(SequenceNode)
  case mapping(MappingNode)
  /// Something already reported, such as an alias. Later stages pass over it.
  case invalid(SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .scalar(let node): node.span
    case .sequence(let node): node.span
    case .mapping(let node): node.span
    case .invalid(let span): span
    }
  }
}

/// A scalar: its text and its span.
package struct ScalarNode: Sendable {
  package enum Style: Sendable {
    case plain, quoted, block
  }

  package var text: String
  package var style: Style
  package var span: SourceSpan
  /// How many bytes into `span` the text begins, when the source holds the text byte for byte; nil when it is escaped,
  /// folded or a block.
  package var verbatimOffset: UInt8?

  /// Text of no file.
  package init(text: String) { self.init(text: text, style: .plain, span: SourceSpan(file: 0, bytes: 0..<0)) }

  package init(text: String, style: Style, span: SourceSpan, verbatimOffset: UInt8? = nil) {
    (self.text, self.style, self.span, self.verbatimOffset) = (text, style, span, verbatimOffset)
  }

  /// Whether nothing is written, as after `key:`.
  package var isAbsent: Bool { style == .plain && text.isEmpty }

  /// The span of a part of the text, given in UTF-8 bytes; that of the whole scalar where the part is unknown.
  package func span(of part: Range<Int>) -> SourceSpan {
    guard let verbatimOffset else { return span }
    let start = span.bytes.lowerBound + Int(verbatimOffset)
    return SourceSpan(file: span.file, bytes: (start + part.lowerBound)..<(start + part.upperBound))
  }
}

/// A list.
package struct SequenceNode: Sendable {
  package var items: [SyntaxNode]
  package var span: SourceSpan
}

/// A mapping in the order of its keys, without duplicates.
package struct MappingNode: Sendable {
  package struct Entry: Sendable {
    package var key: ScalarNode
    package var value: SyntaxNode
  }

  package var entries: [Entry]
  package var span: SourceSpan
}

/// The tree of one file.
package struct SyntaxTree: Sendable {
  /// The index of the file.
  package var file: Int
  /// The top of the tree, nil when the file holds nothing, or nothing readable.
  package var root: SyntaxNode?
  /// Whether the file could not be read as YAML to its end.
  package var isBroken: Bool
}
