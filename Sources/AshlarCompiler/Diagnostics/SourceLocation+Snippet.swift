internal import AshlarSchema

extension SourceLocation {
  /// Lines with more bytes than this are shown in part.
  private static let longLine = 240

  package init(_ span: SourceSpan, in text: SourceText) {
    let start = text.position(of: span.bytes.lowerBound)
    let line = text.line(start.line)
    // A caret may be after the last byte of a line, but not further right.
    let markStart = min(max(span.bytes.lowerBound, line.lowerBound), line.upperBound)
    let markEnd = min(max(span.bytes.upperBound, markStart), line.upperBound)
    var shown = line
    if line.count > Self.longLine {
      shown = max(line.lowerBound, markStart - Self.longLine / 2)..<min(line.upperBound, markStart + Self.longLine / 2)
      while shown.lowerBound < markStart, text.file.bytes[shown.lowerBound] & 0xC0 == 0x80 {
        shown = (shown.lowerBound + 1)..<shown.upperBound
      }
    }
    let bytes = text.file.bytes
    let before = Self.printable(bytes[shown.lowerBound..<markStart])
    let marked = Self.printable(bytes[markStart..<min(markEnd, shown.upperBound)])
    let after = Self.printable(bytes[min(markEnd, shown.upperBound)..<shown.upperBound])
    self.init(
      path: text.file.path, start: start, end: text.position(of: max(span.bytes.upperBound, span.bytes.lowerBound)),
      snippet: before + marked + after, markStart: before.count, markLength: max(1, marked.count))
  }

  /// Replaces control characters other than tabs, and invalid UTF-8, so that the text is safe to print on a terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(PrintableText.isUnsafe(scalar) && scalar != "\t" ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
