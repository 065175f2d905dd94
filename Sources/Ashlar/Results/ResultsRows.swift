/// The rows of results in their order, as far as they are known. Each state replaces the previous one, because every read that uses the
/// first rows or the bits prefers the keys of all rows.
enum ResultsRows {
  case unknown
  /// The first rows in sort order, or the first linking objects, if only these have been read.
  case start([Int64])
  /// All rows, in the order of their table.
  case bits(MatchedRows)
  /// All rows, in the order of the results.
  case keys([Int64])
  /// All rows, maintained by an observer, which updates them before any callback for a new version runs.
  case observed(RowOrder)

  /// The number of rows; nil if not all rows are known.
  @inline(__always)
  var count: Int? {
    switch self {
    case .unknown, .start: nil
    case .bits(let rows): rows.count
    case .keys(let keys): keys.count
    case .observed(let rows): rows.count
    }
  }
}

extension MatchedRows {
  /// The first row; nil if there is none.
  var first: Int64? { words.first.map { $0.firstKey + Int64($0.bits.trailingZeroBitCount) } }
}
