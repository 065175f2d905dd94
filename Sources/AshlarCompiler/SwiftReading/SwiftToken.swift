/// One token of Swift source.
struct SwiftToken: Sendable {
  enum Kind: UInt8, Sendable {
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

  var kind: Kind
  /// Whether a line end comes before it.
  var startsLine: Bool
  /// The byte itself for a mark.
  var byte: UInt8
  var start: UInt32
  var end: UInt32

  var range: Range<Int> { Int(start)..<Int(end) }
}
