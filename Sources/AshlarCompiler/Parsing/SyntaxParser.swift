internal import CLibYAML

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Parses YAML into a tree from libyaml's events. Features that the language excludes are reported and skipped, so that the rest of the
/// file is still checked; a YAML syntax error, a second document or nesting that is too deep ends the parsing.
package final class SyntaxParser {
  /// The maximum depth of nesting; the language itself needs six levels.
  package static let depthLimit = 64

  private let text: SourceText
  private let file: Int
  private let sink: DiagnosticSink
  private let offsets: ByteOffsets
  private var builder: SyntaxTreeBuilder

  /// Parses one file.
  package static func parse(_ text: SourceText, file: Int, sink: DiagnosticSink) -> SyntaxTree {
    if let (problem, bytes) = SourceChecker.firstProblem(in: text) {
      sink.report(problem, at: SourceSpan(file: file, bytes: bytes))
      return SyntaxTree(file: file, root: nil, isBroken: true)
    }
    let parser = SyntaxParser(text: text, file: file, sink: sink)
    let isWhole = parser.run()
    return SyntaxTree(file: file, root: isWhole ? parser.builder.root : nil, isBroken: !isWhole)
  }

  private init(text: SourceText, file: Int, sink: DiagnosticSink) {
    self.text = text
    self.file = file
    self.sink = sink
    offsets = ByteOffsets(text)
    builder = SyntaxTreeBuilder(sink: sink)
  }

  private func run() -> Bool {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      sink.report(.yamlSyntax(problem: "out of memory", context: nil), at: span(0, 0))
      return false
    }
    defer { yaml_parser_delete(parser) }
    return text.file.bytes.withUnsafeBufferPointer { bytes in
      let input = UnsafeBufferPointer(rebasing: bytes[text.start...])
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      var empty: UInt8 = 0
      return withUnsafePointer(to: &empty) { none in
        yaml_parser_set_input_string(parser, input.baseAddress ?? none, input.count)
        return readEvents(parser)
      }
    }
  }

  private func readEvents(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> Bool {
    var documents = 0
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else {
        reportSyntaxError(parser.pointee)
        return false
      }
      defer { yaml_event_delete(&event) }
      let span = span(Int(event.start_mark.index), Int(event.end_mark.index))
      // The most frequent events are tested first, because the tests are sequential.
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        reportProperties(anchor: scalar.anchor, tag: scalar.tag, at: span)
        builder.add(.scalar(node(scalar, span)))
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT:
        let isMapping = event.type == YAML_MAPPING_START_EVENT
        if isMapping {
          reportProperties(anchor: event.data.mapping_start.anchor, tag: event.data.mapping_start.tag, at: span)
        } else {
          reportProperties(anchor: event.data.sequence_start.anchor, tag: event.data.sequence_start.tag, at: span)
        }
        guard builder.depth < Self.depthLimit else {
          sink.report(.tooDeep(limit: Self.depthLimit), at: span)
          return false
        }
        builder.open(isMapping: isMapping, at: span)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        builder.close(at: span)
      case YAML_STREAM_END_EVENT: return true
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents == 2 {
          sink.report(.severalDocuments, at: span)
          return false
        }
        let start = event.data.document_start
        if start.version_directive != nil || start.tag_directives.start != start.tag_directives.end {
          sink.report(.directive, at: firstLine(of: span))
        }
      case YAML_ALIAS_EVENT:
        sink.report(.alias, at: span)
        builder.add(.invalid(span))
      default: break
      }
    }
  }

  private func node(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar, _ span: SourceSpan) -> ScalarNode {
    let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let style: ScalarNode.Style
    switch scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: style = .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: style = .block
    default: style = .plain
    }
    let verbatimOffset: UInt8?
    switch style {
    case .plain: verbatimOffset = isSource(value, at: span.bytes) ? 0 : nil
    case .quoted:
      let inner = span.bytes.dropFirst().dropLast()
      verbatimOffset = span.bytes.count >= 2 && isSource(value, at: inner) ? 1 : nil
    case .block: verbatimOffset = nil
    }
    return ScalarNode(text: String(decoding: value, as: UTF8.self), style: style, span: span, verbatimOffset: verbatimOffset)
  }

  /// Returns whether the file contains these bytes at this range.
  private func isSource(_ value: UnsafeBufferPointer<UInt8>, at range: Range<Int>) -> Bool {
    guard value.count == range.count, let start = value.baseAddress else { return false }
    return text.file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return memcmp(base + range.lowerBound, start, value.count) == 0
    }
  }

  /// Reports anchors and tags, which precede the node; libyaml's mark is the position of the first one.
  private func reportProperties(anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at span: SourceSpan) {
    guard anchor != nil || tag != nil else { return }
    let bytes = text.file.bytes
    var index = span.bytes.lowerBound
    for _ in 0..<2 {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") else { return }
      var end = index
      while end < bytes.count, !" \t\r\n,[]{}".utf8.contains(bytes[end]) { end += 1 }
      let place = SourceSpan(file: file, bytes: index..<end)
      sink.report(bytes[index] == UInt8(ascii: "&") ? .anchor : .tag, at: place)
      index = end
      while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
    }
  }

  private func reportSyntaxError(_ parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? "unreadable"
    let context = parser.context.map { String(cString: $0) }
    if parser.error == YAML_READER_ERROR {
      let offset = min(text.start + Int(parser.problem_offset), text.file.bytes.count)
      sink.report(.yamlSyntax(problem: problem, context: nil), at: SourceSpan(file: file, bytes: offset..<offset))
    } else {
      let index = Int(parser.problem_mark.index)
      let place = span(index, index)
      if place.bytes.lowerBound < text.file.bytes.count, text.file.bytes[place.bytes.lowerBound] == UInt8(ascii: "\t") {
        return sink.report(.tab, at: place)
      }
      let start =
        parser.context == nil
        ? place.bytes.lowerBound : span(Int(parser.context_mark.index), Int(parser.context_mark.index)).bytes.lowerBound
      let fault = SyntaxFault(message: problem, context: context, at: place.bytes.lowerBound, start: start, in: text)
      sink.report(fault.problem, at: SourceSpan(file: file, bytes: fault.bytes))
    }
  }

  /// Creates a span from libyaml's indices.
  private func span(_ start: Int, _ end: Int) -> SourceSpan {
    let lower = offsets.offset(ofScalar: start)
    return SourceSpan(file: file, bytes: lower..<max(lower, end == start ? lower : offsets.offset(ofScalar: end)))
  }

  private func firstLine(of span: SourceSpan) -> SourceSpan {
    let bytes = text.file.bytes
    let end = bytes[span.bytes].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? span.bytes.upperBound
    return SourceSpan(file: span.file, bytes: span.bytes.lowerBound..<end)
  }
}
