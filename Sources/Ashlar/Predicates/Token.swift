/// A word of a predicate in text.
struct Token {
  enum Kind: Hashable {
    /// A name or a keyword, as it was written.
    case word(String, Keyword)
    /// A name after `#`, which is no keyword.
    case escaped(String)
    /// A name after `@`, such as `@count`.
    case operation(String)
    case literal(PredicateLiteral)
    /// The argument at a position, from 0 on.
    case argument(Int)
    /// The argument that names a property or a key.
    case nameArgument(Int)
    /// A name after `$`.
    case variable(String)
    /// Punctuation and operators that are no words.
    case symbol(Symbol)
    case end
  }

  let kind: Kind
  /// Bytes of the text.
  let range: Range<Int>
}

/// A value that is written in a predicate.
enum PredicateLiteral: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case data([UInt8])
  case date(seconds: Int64, nanoseconds: Int32)
  case objectId([UInt8])
  case uuid([UInt8])
}
