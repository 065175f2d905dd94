/// A token of a predicate.
struct Token {
  enum Kind: Hashable {
    /// A name, a keyword or the word of an operator, as written.
    case word(String, Word)
    /// A name after `#`, which is never a keyword.
    case escaped(String)
    /// A name after `@`, such as `@count`.
    case operation(String)
    case literal(PredicateLiteral)
    /// The argument with this index, beginning at 0.
    case argument(Int)
    /// An argument that names a property or a key.
    case nameArgument(Int)
    /// A name after `$`.
    case variable(String)
    /// A punctuation mark or a non-alphabetic operator.
    case symbol(Symbol)
    case end
  }

  let kind: Kind
  /// The range of bytes in the text.
  let range: Range<Int>
}

/// A literal in a predicate.
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
