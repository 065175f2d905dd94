import CAshlar

/// Rows of one cluster, which has at most 256.
struct RowSet: Sequence {
  private var words: SIMD4<UInt64> = .zero

  /// The rows of the overlay at `base` in which one of the columns of `mask` was stored to.
  init(stored mask: UInt64 = .max, at base: UnsafeMutableRawPointer, capacity: Int) {
    withUnsafeMutableBytes(of: &words) { _ = ashlar_stored_rows(base, capacity, mask, $0.baseAddress) }
  }

  /// The rows of the overlay at `base` that were stored to, and a mask of all the columns that were.
  static func stored(at base: UnsafeMutableRawPointer, capacity: Int) -> (rows: RowSet, columns: UInt64) {
    var rows = RowSet()
    let columns = withUnsafeMutableBytes(of: &rows.words) { ashlar_stored_rows(base, capacity, .max, $0.baseAddress) }
    return (rows, columns)
  }

  /// None.
  init() {}

  /// The rows of the cluster at `base` that are live.
  init(liveAt base: UnsafeMutableRawPointer, capacity: Int) {
    for word in 0..<Swift.max(1, capacity / 64) { words[word] = base.livenessWord(word) }
  }

  func intersection(_ other: RowSet) -> RowSet {
    var result = self
    result.words &= other.words
    return result
  }

  /// Rows in one of them alone.
  func symmetricDifference(_ other: RowSet) -> RowSet {
    var result = self
    result.words ^= other.words
    return result
  }

  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  mutating func formUnion(_ other: RowSet) { words |= other.words }

  var isEmpty: Bool { words == .zero }

  var count: Int {
    words[0].nonzeroBitCount + words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
  }

  func makeIterator() -> Iterator { Iterator(words: words) }

  struct Iterator: IteratorProtocol {
    fileprivate var words: SIMD4<UInt64>
    private var word = 0

    fileprivate init(words: SIMD4<UInt64>) { self.words = words }

    @inline(__always)
    mutating func next() -> Int? {
      while word < 4 {
        let bits = words[word]
        if bits != 0 {
          words[word] = bits & (bits - 1)
          return word << 6 | bits.trailingZeroBitCount
        }
        word += 1
      }
      return nil
    }
  }
}
