/// One token of Swift source.
package struct SwiftToken: Sendable {
  package enum Kind: UInt8, Sendable {
    /// An identifier or a keyword, including any backticks around it.
    case word
    case number
    /// A string literal. A plain string is a single-line literal that is not raw and has no interpolation.
    case plainString, otherString
    case regex
    /// Any other single byte.
    case mark
    /// `#if`, `#elseif`, `#else` and `#endif`, up to a comment or the end of the line.
    case beginCondition, elseCondition, endCondition
    case sourceLocation
  }

  package var kind: Kind
  /// Whether the token is the first on its line.
  package var startsLine: Bool
  /// The byte of a mark; 0 for other tokens.
  package var byte: UInt8
  package var start: UInt32
  package var end: UInt32

  package var range: Range<Int> { Int(start)..<Int(end) }
}
