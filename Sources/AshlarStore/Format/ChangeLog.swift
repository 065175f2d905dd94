/// Which clusters the last commits changed, so that a reader that advances looks up only those
/// again. Part of the counters.
///
/// Records, oldest first, as UInt64: version × 256 + the number of keys, then the keys of the clusters; 255 stands for so
/// many that they are not listed.
struct ChangeLog: Equatable {
  /// Most words: what is older is dropped. Later readers look everything up again.
  static let limit = 96
  /// Most clusters of one commit that are listed.
  static let longestRecord = 40
  private static let unlisted: UInt64 = 255

  private(set) var words: [UInt64] = []

  init() {}

  /// Nil when the words cannot be right.
  init?(_ words: [UInt64]) {
    var position = 0
    var before: UInt64 = 0
    while position < words.count {
      let head = words[position]
      guard head >> 8 > before else { return nil }
      before = head >> 8
      position += 1 + ChangeLog.keyCount(head)
    }
    guard position == words.count, words.count <= ChangeLog.limit else { return nil }
    self.words = words
  }

  private static func keyCount(_ head: UInt64) -> Int { head & 255 == unlisted ? 0 : Int(head & 255) }

  /// The commit that makes `version` changed these clusters.
  mutating func append(version: UInt64, _ keys: some Collection<UInt64>) {
    let isListed = keys.count <= ChangeLog.longestRecord
    let needed = isListed ? keys.count + 1 : 1
    var dropped = 0
    while words.count - dropped + needed > ChangeLog.limit { dropped += 1 + ChangeLog.keyCount(words[dropped]) }
    words.removeFirst(dropped)
    words.append(version << 8 | (isListed ? UInt64(keys.count) : ChangeLog.unlisted))
    if isListed { words.append(contentsOf: keys) }
  }

  /// The clusters that changed after version `old`, up to `new`; nil when that is not known.
  func changes(after old: UInt64, to new: UInt64) -> [UInt64]? {
    guard old < new else { return nil }
    var keys: [UInt64] = []
    var position = 0
    var expected = old + 1
    while position < words.count {
      let head = words[position]
      let count = ChangeLog.keyCount(head)
      if head >> 8 > old {
        guard head >> 8 == expected, head & 255 != ChangeLog.unlisted else { return nil }
        expected += 1
        keys += words[position + 1..<position + 1 + count]
      }
      position += 1 + count
    }
    return expected == new + 1 ? keys : nil
  }
}
