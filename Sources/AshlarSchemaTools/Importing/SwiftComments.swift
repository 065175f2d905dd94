internal import AshlarCompiler
/// The comments between two tokens.
struct SwiftComments {
  /// The text of documentation comments; nil if there are none.
  private(set) var documentation: String?
  /// The lines of all other comments. They include documentation at the end of a line if documentation also precedes the declaration.
  private(set) var lines: [String] = []

  /// Reads bytes that consist of comments and white space.
  init(_ bytes: ArraySlice<UInt8>) {
    var text: [String] = []
    var hasDocumentation = false
    var rest = bytes
    while let first = rest.first {
      if rest.starts(with: "//".utf8) {
        let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
        rest = rest.dropFirst(line.count)
        let isDocumentation = line.starts(with: "///".utf8) && !line.starts(with: "////".utf8)
        let content = Self.trimmed(String(decoding: line.dropFirst(isDocumentation ? 3 : 2), as: UTF8.self))
        if isDocumentation { text.append(content) } else { lines.append(content) }
        hasDocumentation = hasDocumentation || isDocumentation
      } else if rest.starts(with: "/*".utf8) {
        let length = Self.length(rest)
        let isDocumentation = rest.starts(with: "/**".utf8) && length > 4
        let content = Self.lines(rest.prefix(length), opening: isDocumentation ? 3 : 2)
        rest = rest.dropFirst(length)
        if isDocumentation { text += content } else { lines += content }
        hasDocumentation = hasDocumentation || isDocumentation
      } else {
        _ = first
        rest = rest.dropFirst()
      }
    }
    if hasDocumentation { documentation = text.joined(separator: "\n") }
  }

  /// Reads the comments before a declaration and at the end of its line. The former take precedence as documentation.
  init(_ bytes: ArraySlice<UInt8>, andAtEnd trailing: ArraySlice<UInt8>) {
    self.init(bytes)
    let end = SwiftComments(trailing)
    if documentation == nil { documentation = end.documentation } else if let text = end.documentation { lines.append(text) }
    lines += end.lines
  }

  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: "/*".utf8) {
        depth += 1
        index += 2
      } else if bytes[index...].starts(with: "*/".utf8) {
        depth -= 1
        index += 2
        if depth == 0 { return index - bytes.startIndex }
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  private static func lines(_ comment: ArraySlice<UInt8>, opening: Int) -> [String] {
    let inner = comment.dropFirst(opening)
    let text = String(decoding: inner.dropLast(comment.reversed().starts(with: "/*".utf8) ? 2 : 0), as: UTF8.self)
    var result = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { number, line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      return trimmed(String(number > 0 && line.first == "*" ? line.dropFirst() : line))
    }
    while result.first?.isEmpty == true { result.removeFirst() }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  private static func trimmed(_ text: String) -> String {
    var text = text.first == " " ? text.dropFirst() : text[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
