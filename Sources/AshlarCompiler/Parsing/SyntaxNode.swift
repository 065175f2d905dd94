/// A node of a YAML file as written; scalars have no type yet.
package enum SyntaxNode: Sendable {
  case scalar(ScalarNode)
  case sequence(SequenceNode)
  case mapping(MappingNode)
  /// A node that has already been reported, such as an alias. Later stages skip it.
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
  /// The offset in `span` at which the text begins, if the source contains the text byte for byte; nil if the text is escaped, folded or a
  /// block.
  package var verbatimOffset: UInt8?

  /// Creates a scalar that does not belong to a file; its span is empty.
  package init(text: String) { self.init(text: text, style: .plain, span: SourceSpan(file: 0, bytes: 0..<0)) }

  package init(text: String, style: Style, span: SourceSpan, verbatimOffset: UInt8? = nil) {
    (self.text, self.style, self.span, self.verbatimOffset) = (text, style, span, verbatimOffset)
  }

  /// Whether the value is missing, as after `key:`.
  package var isAbsent: Bool { style == .plain && text.isEmpty }

  /// Returns the span of a part of the text, specified in UTF-8 bytes; the span of the whole scalar if the text is not verbatim.
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

/// A mapping: its entries in the order of the file, without duplicate keys.
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
  /// The root node; nil if the file is empty or unreadable.
  package var root: SyntaxNode?
  /// Whether the file could not be parsed as YAML to its end.
  package var isBroken: Bool
}
