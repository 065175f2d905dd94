/// A set of page numbers below a bound.
struct PageSet {
  private var words: [UInt64]
  private(set) var count = 0

  init(bound: UInt64) { words = [UInt64](repeating: 0, count: Int(bound / 64) + 1) }

  /// Adds a number below the bound; false when it was there.
  mutating func insert(_ page: UInt64) -> Bool {
    let (word, bit) = (Int(page >> 6), UInt64(1) << (page & 63))
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    count += 1
    return true
  }
}
