/// Splits Swift source into tokens. Accepts any bytes; an unterminated comment or multi-line literal extends to the end of the file.
package struct SwiftLexer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index: Int
  private var startsLine = true
  private var tokens: [SwiftToken] = []

  /// The maximum depth of nested interpolations, much more than real code needs. A string with deeper interpolations extends to the end of
  /// the file.
  private static let depthLimit = 64

  /// Returns the tokens from byte `start` to the end. Complexity: O(n).
  package static func tokens(_ bytes: [UInt8], from start: Int) -> [SwiftToken] {
    bytes.withUnsafeBufferPointer { buffer in
      var lexer = SwiftLexer(bytes: buffer, index: start)
      lexer.tokens.reserveCapacity(buffer.count / 5)
      lexer.run()
      return lexer.tokens
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, index: Int) { (self.bytes, self.index) = (bytes, index) }

  private func at(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

  private mutating func run() {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D:
        startsLine = true
        index += 1
      case 0x20, 0x09, 0x0B, 0x0C, 0: index += 1
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "/"): if let end = regexEnd() { add(.regex, to: end) } else { addMark() }
      case UInt8(ascii: "\""): addString(hashes: 0)
      case UInt8(ascii: "#"): hash()
      case UInt8(ascii: "`"): addQuotedWord()
      case 0x30...0x39: addNumber()
      case _ where Self.isWord(byte): addWord()
      default: addMark()
      }
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, to end: Int, byte: UInt8 = 0) {
    tokens.append(SwiftToken(kind: kind, startsLine: startsLine, byte: byte, start: UInt32(index), end: UInt32(end)))
    startsLine = false
    index = end
  }

  private mutating func addMark() { add(.mark, to: index + 1, byte: bytes[index]) }

  /// Returns whether a byte of UTF-8 can be part of a name or number. Swift itself rejects the non-ASCII characters that names cannot
  /// contain.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x24, 0x80...0xFF: true
    default: false
    }
  }

  private mutating func addWord() {
    var end = index + 1
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    add(.word, to: end)
  }

  private mutating func addQuotedWord() {
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != 0x0A { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "`") { add(.word, to: end + 1) } else { addMark() }
  }

  private mutating func addNumber() {
    var end = index + 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: ".") {
        // The dot of a member access or of a range operator is not part of the number.
        guard end + 1 < bytes.count, (0x30...0x39).contains(bytes[end + 1]) else { break }
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        guard "eEpP".utf8.contains(bytes[end - 1]), bytes[index] != 0x30 || at(1) != UInt8(ascii: "x") || "pP".utf8.contains(bytes[end - 1])
        else { break }
      } else if !Self.isWord(byte) || byte >= 0x80 {
        break
      }
      end += 1
    }
    add(.number, to: end)
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        if bytes[index] == 0x0A { startsLine = true }
        index += 1
      }
    }
    index = min(index, bytes.count)
  }

  /// Reads `#"raw"#`, `#/regex/#`, a directive such as `#if`, or a mark.
  private mutating func hash() {
    var hashes = 0
    while at(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if at(hashes) == UInt8(ascii: "\"") { return addString(hashes: hashes) }
    if at(hashes) == UInt8(ascii: "/") { return addExtendedRegex(hashes: hashes) }
    for (word, kind) in Self.directives where matches(word, at: 1) && !Self.isWord(at(1 + word.utf8.count)) {
      guard kind != .sourceLocation else { return add(kind, to: index + 1 + word.utf8.count) }
      let start = index
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
        if bytes[index] == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") || at(1) == UInt8(ascii: "/") { break }
        index += 1
      }
      let end = index
      index = start
      return add(kind, to: end)
    }
    addMark()
  }

  private static let directives: [(String, SwiftToken.Kind)] = [
    ("if", .beginCondition), ("elseif", .elseCondition), ("else", .elseCondition), ("endif", .endCondition),
    ("sourceLocation", .sourceLocation),
  ]

  private func matches(_ word: String, at offset: Int) -> Bool {
    guard index + offset + word.utf8.count <= bytes.count else { return false }
    return word.utf8.enumerated().allSatisfy { bytes[index + offset + $0] == $1 }
  }

  private mutating func addString(hashes: Int) {
    let (end, isPlain) = stringEnd(from: index, hashes: hashes, depth: 0)
    add(isPlain && hashes == 0 ? .plainString : .otherString, to: end)
  }

  /// Returns the end of the string literal that begins at `start`, and whether it is a single-line literal without interpolation.
  private func stringEnd(from start: Int, hashes: Int, depth: Int) -> (end: Int, isPlain: Bool) {
    var position = start + hashes
    var isLong = position + 2 < bytes.count && bytes[position + 1] == UInt8(ascii: "\"") && bytes[position + 2] == UInt8(ascii: "\"")
    // `#"""#` is a raw string with one quotation mark.
    if isLong, hashes > 0, closesOnLine(from: position + 1, hashes: hashes) { isLong = false }
    let quotes = isLong ? 3 : 1
    var isPlain = !isLong
    position += quotes
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\""), closes(position, quotes: quotes, hashes: hashes) { return (position + quotes + hashes, isPlain) }
      if byte == UInt8(ascii: "\\"), count(of: UInt8(ascii: "#"), from: position + 1, limit: hashes) == hashes {
        let next = position + 1 + hashes
        guard next < bytes.count else { break }
        if bytes[next] == UInt8(ascii: "(") {
          isPlain = false
          guard depth < Self.depthLimit else { return (bytes.count, false) }
          position = interpolationEnd(from: next, depth: depth + 1)
        } else {
          position = next + 1
        }
        continue
      }
      // An unterminated single-line string ends with its line.
      if !isLong, byte == 0x0A || byte == 0x0D { return (position, false) }
      position += 1
    }
    return (bytes.count, false)
  }

  private func closesOnLine(from start: Int, hashes: Int) -> Bool {
    var position = start
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
      if bytes[position] == UInt8(ascii: "\""), closes(position, quotes: 1, hashes: hashes) { return true }
      position += 1
    }
    return false
  }

  private func closes(_ position: Int, quotes: Int, hashes: Int) -> Bool {
    count(of: UInt8(ascii: "\""), from: position, limit: quotes) == quotes
      && count(of: UInt8(ascii: "#"), from: position + quotes, limit: hashes) == hashes
  }

  private func count(of byte: UInt8, from position: Int, limit: Int) -> Int {
    var count = 0
    while count < limit, position + count < bytes.count, bytes[position + count] == byte { count += 1 }
    return count
  }

  /// Returns the offset after the parenthesis that closes the one at `start`; the end of the text if none does.
  private func interpolationEnd(from start: Int, depth: Int) -> Int {
    var position = start
    var open = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        open -= 1
        if open == 0 { return position + 1 }
      case UInt8(ascii: "\""):
        var hashes = 0
        while position - hashes > start, bytes[position - hashes - 1] == UInt8(ascii: "#") { hashes += 1 }
        position = stringEnd(from: position - hashes, hashes: hashes, depth: depth).end
        continue
      default: break
      }
      position += 1
    }
    return bytes.count
  }

  /// Returns the end of `/…/`, or nil if no regular expression can begin here or it does not end on this line.
  private func regexEnd() -> Int? {
    if let last = tokens.last, last.kind != .mark || [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(last.byte) {
      guard last.kind == .word, word(last) == "return" || word(last) == "in" else { return nil }
    }
    guard ![0x20, 0x09, 0x0A, 0x0D, 0].contains(at(1)) else { return nil }
    var position = index + 1
    var isInClass = false
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: return position + 1
      default: break
      }
      position += 1
    }
    return nil
  }

  private func word(_ token: SwiftToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  private mutating func addExtendedRegex(hashes: Int) {
    var position = index + hashes + 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if bytes[position] == UInt8(ascii: "/"), count(of: UInt8(ascii: "#"), from: position + 1, limit: hashes) == hashes {
        return add(.regex, to: position + 1 + hashes)
      } else {
        position += 1
      }
    }
    add(.regex, to: bytes.count)
  }
}
