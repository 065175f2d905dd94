/// Swift's rules for identifiers.
package enum SwiftIdentifier {
  /// Returns whether a declaration can have the name. Keywords are valid, because the emitter escapes them; the few names that Swift
  /// rejects even in backticks are not.
  static func isValid(_ name: String) -> Bool {
    isIdentifier(name) && !refused.contains(name)
  }

  private static let refused: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

  /// Returns whether the text has the form of an identifier.
  static func isIdentifier(_ name: String) -> Bool {
    if let isASCIIWord = isASCIIWord(name) { return isASCIIWord }
    var scalars = name.unicodeScalars.makeIterator()
    guard let first = scalars.next(), isHead(first) else { return false }
    while let next = scalars.next() {
      guard isHead(next) || isTail(next) else { return false }
    }
    return true
  }

  /// Returns whether the text is an identifier, determined from its bytes alone; nil if a byte is not ASCII or the bytes are not
  /// contiguous.
  private static func isASCIIWord(_ name: String) -> Bool? {
    let result = name.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
      var isWord = !bytes.isEmpty
      for index in 0..<bytes.count {
        switch bytes[index] {
        case 0x80...: return nil
        case 0x41...0x5A, 0x61...0x7A, 0x5F: break
        case 0x30...0x39 where index > 0: break
        default: isWord = false
        }
      }
      return isWord
    }
    return result ?? nil
  }

  /// Returns the name as Swift source, in backticks if it is a keyword.
  package static func escaped(_ name: String) -> String {
    isKeyword(name) ? "`\(name)`" : name
  }

  /// Returns the name as an argument label. Swift warns about keywords that are escaped needlessly there.
  static func label(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// Returns a dotted name as Swift source, with each keyword in backticks.
  static func escapedPath(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return escaped(path) }
    return path.split(separator: ".").map { escaped(String($0)) }.joined(separator: ".")
  }

  private static func isKeyword(_ name: String) -> Bool {
    // For most type names, the first letter suffices to determine that they are not keywords.
    guard let first = name.utf8.first, first >= UInt8(ascii: "a") || first == UInt8(ascii: "A") else { return false }
    return keywords.contains(name)
  }

  /// The reserved words, and other words with a special meaning at the beginning of a type or an expression.
  private static let keywords: Set<String> = [
    "Any", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]

  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0..<0x80: false
    default: contains(scalar.value, in: heads)
    }
  }

  private static func isTail(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value) || contains(scalar.value, in: tails)
  }

  private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// The non-ASCII scalars that can begin an identifier.
  private static let heads: [ClosedRange<UInt32>] = [
    0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
    0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
    0x203F...0x2040, 0x2054...0x2054, 0x2060...0x20CF, 0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
    0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0x303F, 0x3040...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
    0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD, 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD, 0x40000...0x4FFFD,
    0x50000...0x5FFFD, 0x60000...0x6FFFD, 0x70000...0x7FFFD, 0x80000...0x8FFFD, 0x90000...0x9FFFD, 0xA0000...0xAFFFD,
    0xB0000...0xBFFFD, 0xC0000...0xCFFFD, 0xD0000...0xDFFFD, 0xE0000...0xEFFFD,
  ]

  /// The non-ASCII scalars that can only continue an identifier.
  private static let tails: [ClosedRange<UInt32>] = [0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F]
}
