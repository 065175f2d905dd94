/// One token of Swift source.
package struct SwiftToken: Sendable {
  package enum Kind: UInt8, Sendable {
    /// A word, with its backticks if it has some.
    case word
    case number
    /// A string literal; `plain` is one in simple quotation marks without interpolation.
    case plainString, otherString
    case regex
    /// One byte of anything else.
    case mark
    /// `#if`, `#elseif`, `#else` and `#endif`, up to the end of the line.
    case beginCondition, elseCondition, endCondition
    case sourceLocation
  }

  package var kind: Kind
  /// Whether a line end comes before it.
  package var startsLine: Bool
  /// The byte itself for a mark.
  package var byte: UInt8
  package var start: UInt32
  package var end: UInt32

  package var range: Range<Int> { Int(start)..<Int(end) }
}
