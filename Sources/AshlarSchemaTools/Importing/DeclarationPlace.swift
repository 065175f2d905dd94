internal import AshlarCompiler

/// The range of bytes of a declaration, with the comments that belong to the declaration.
struct DeclarationPlace {
  /// The comments before the declaration that begin on a new line, back to the last empty line.
  let comments: Range<Int>
  /// The line comments after the declaration on its last line.
  let trailing: Range<Int>
  /// The whole range, including the line break if nothing else is on its lines.
  let lines: Range<Int>

  init(_ extent: ScannedExtent, in bytes: [UInt8]) {
    var start = extent.gap.upperBound
    var lineStart = start
    var hasText = false
    for index in extent.gap.reversed() {
      let byte = bytes[index]
      if byte == 0x0A {
        // An empty line ends the comments.
        if lineStart < extent.gap.upperBound, !hasText { break }
        (lineStart, hasText) = (index + 1, false)
        start = index + 1
      } else if byte != 0x20, byte != 0x09, byte != 0x0D {
        hasText = true
      }
    }
    // At the start of a file, no line break precedes the comments.
    if extent.gap.lowerBound == 0, hasText || lineStart == extent.gap.upperBound { start = 0 }
    let ownsStart = start == 0 || bytes[start - 1] == 0x0A
    comments = start..<extent.gap.upperBound
    var last = extent.whole.upperBound
    while last < bytes.count, bytes[last] == 0x20 || bytes[last] == 0x09 { last += 1 }
    // A semicolon separates the declaration from the next one, so it is part of the range.
    last = last < bytes.count && bytes[last] == UInt8(ascii: ";") ? last + 1 : extent.whole.upperBound
    var end = last
    var isComment = false
    while end < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "/"), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "/") { isComment = true }
      if !isComment, bytes[end] != 0x20, bytes[end] != 0x09, bytes[end] != 0x0D { break }
      end += 1
    }
    let endsLine = end == bytes.count || bytes[end] == 0x0A
    let trailingEnd = endsLine ? end : last
    trailing = last..<trailingEnd
    lines = start..<(endsLine && ownsStart ? min(bytes.count, trailingEnd + 1) : trailingEnd)
  }
}
