import CAshlar

/// A set of rows of one cluster, which has at most 256 rows.
struct RowSet: Sequence, Equatable {
  private var words: SIMD4<UInt64> = .zero

  /// Creates the set of rows of the overlay at `base` in which a column of `mask` was written.
  init(stored mask: UInt64 = .max, at base: UnsafeMutableRawPointer, capacity: Int) {
    withUnsafeMutableBytes(of: &words) { ashlar_stored_rows(base, capacity, mask, $0.baseAddress) }
  }

  /// Creates the set of all rows of the overlay at `base` that were written. Sets `some` to the columns that were written in at least one
  /// of them, and `each` to those that were written in all of them.
  init(storedAt base: UnsafeMutableRawPointer, capacity: Int, some: inout UInt64, each: inout UInt64) {
    withUnsafeMutableBytes(of: &words) { ashlar_stored_columns(base, capacity, $0.baseAddress, &some, &each) }
  }

  /// Creates an empty set.
  init() {}

  /// Creates the set of the live rows of a cluster.
  init(liveIn cluster: Cluster) {
    for word in 0..<Swift.max(1, cluster.capacity / 64) { words[word] = cluster.livenessWord(word) }
  }

  func intersection(_ other: RowSet) -> RowSet {
    var result = self
    result.words &= other.words
    return result
  }

  /// Returns the rows that are not in `other`.
  func subtracting(_ other: RowSet) -> RowSet {
    var result = self
    result.words &= ~other.words
    return result
  }

  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  /// Inserts the rows whose bits are set in `bits`. The lowest bit represents row `word * 64`.
  mutating func insert(_ bits: UInt64, word: Int) { words[word] |= bits }

  /// Returns the bits of the 64 rows from `number * 64` on.
  func word(_ number: Int) -> UInt64 { words[number] }

  /// Calls `body` with the bits of all rows.
  func withWords<Result>(_ body: (UnsafeRawPointer?) -> Result) -> Result { withUnsafeBytes(of: words) { body($0.baseAddress) } }

  mutating func formUnion(_ other: RowSet) { words |= other.words }

  mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

  /// Calls `body` with the bits of all rows, which `body` may change.
  mutating func mutateWords(_ body: (UnsafeMutableRawPointer?) -> Void) { withUnsafeMutableBytes(of: &words) { body($0.baseAddress) } }

  var isEmpty: Bool { words == .zero }

  var count: Int {
    words[0].nonzeroBitCount + words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
  }

  func makeIterator() -> Iterator { Iterator(words: words) }

  struct Iterator: IteratorProtocol {
    // These are integers instead of a vector, because reading a whole vector after a store to a part of it waits for that store, which
    // takes longer than the rest of `next`.
    private var bits: UInt64
    private var later: (UInt64, UInt64, UInt64)
    private var first = 0

    fileprivate init(words: SIMD4<UInt64>) {
      bits = words[0]
      later = (words[1], words[2], words[3])
    }

    @inline(__always)
    mutating func next() -> Int? {
      while bits == 0 {
        if first == 192 { return nil }
        first += 64
        bits = later.0
        later = (later.1, later.2, 0)
      }
      defer { bits &= bits - 1 }
      return first | bits.trailingZeroBitCount
    }
  }
}
