internal import AshlarCompiler

/// A parsed block scalar, for printing with a different indentation.
struct BlockText {
  /// `|` or `>`, with the indicators for chomping and indentation if there are any.
  let header: String
  /// The lines without their common indentation.
  let lines: [String]
  /// The comment after the header; nil if there is none.
  let comment: String?
  /// Whether the block keeps its meaning if it is printed with a different indentation.
  let canMove: Bool

  init(_ scalar: ScalarNode, in text: SourceText) {
    var source = String(decoding: text.file.bytes[scalar.span.bytes], as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let first = source.isEmpty ? "" : source.removeFirst()
    header = String(first.prefix { "|>+-0123456789".contains($0) })
    let rest = first.dropFirst(header.count).drop { $0 == " " || $0 == "\t" }
    var comment = String(rest)
    while comment.last?.isWhitespace == true { comment.removeLast() }
    self.comment = comment.isEmpty ? nil : comment
    while source.last?.allSatisfy({ $0 == " " }) == true { source.removeLast() }
    let indentation = source.first { !$0.allSatisfy { $0 == " " } }?.prefix { $0 == " " }.count ?? 0
    lines = source.map { String($0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count))) }
    canMove = !header.contains { $0 == "+" || $0.isNumber } && !lines.isEmpty && lines.first != "" && lines.first?.first != "\t"
  }
}
