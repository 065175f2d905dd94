/// A set of page numbers below a bound. Room for a bit for each page is taken when there are many of them: opening a large file
/// looks at a few.
struct PageSet {
  private static let mostInList = 32

  private let bound: UInt64
  // One of the two is empty.
  private var list: [UInt64] = []
  private var words: [UInt64] = []
  private(set) var count = 0

  init(bound: UInt64) { self.bound = bound }

  /// Adds a number below the bound; false when it was there.
  mutating func insert(_ page: UInt64) -> Bool {
    guard words.isEmpty else { return set(page) }
    if list.contains(page) { return false }
    list.append(page)
    count += 1
    if count > PageSet.mostInList { spread() }
    return true
  }

  private mutating func spread() {
    words = [UInt64](repeating: 0, count: Int(bound / 64) + 1)
    count = 0
    for page in list { _ = set(page) }
    list = []
  }

  private mutating func set(_ page: UInt64) -> Bool {
    let (word, bit) = (Int(page >> 6), UInt64(1) << (page & 63))
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    count += 1
    return true
  }
}
