/// A set of page numbers below a bound. It is a list while it is small, and a bitmap of all pages once it grows: opening a large file
/// visits few pages.
struct PageSet {
  private static let mostInList = 32

  private let bound: UInt64
  // At least one of `list` and `words` is empty.
  private var list: [UInt64] = []
  private var words: [UInt64] = []
  private(set) var count = 0

  init(bound: UInt64) { self.bound = bound }

  /// Inserts a number below the bound. Returns false if the set already contained it.
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
