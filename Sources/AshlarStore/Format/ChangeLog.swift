/// The clusters that the most recent commits changed, so that an advancing reader looks up only these clusters again. The log is part of
/// the counters.
///
/// Each record, oldest first, is a UInt64 (version × 256 + the number of keys) followed by the keys of the clusters. The number 255 means
/// that there were too many keys to list.
struct ChangeLog: Equatable {
  /// The maximum number of words. Older records are dropped; a reader that needs them looks up every cluster again.
  static let limit = 96
  /// The maximum number of clusters that a record lists.
  static let longestRecord = 40
  private static let unlisted: UInt64 = 255

  private(set) var words: [UInt64] = []

  init() {}

  /// Returns nil if the words are invalid.
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

  /// Appends a record: the commit that created `version` changed these clusters.
  mutating func append(version: UInt64, _ keys: some Collection<UInt64>) {
    let isListed = keys.count <= ChangeLog.longestRecord
    let needed = isListed ? keys.count + 1 : 1
    var dropped = 0
    while words.count - dropped + needed > ChangeLog.limit { dropped += 1 + ChangeLog.keyCount(words[dropped]) }
    words.removeFirst(dropped)
    words.append(version << 8 | (isListed ? UInt64(keys.count) : ChangeLog.unlisted))
    if isListed { words.append(contentsOf: keys) }
  }

  /// Returns the clusters that changed after version `old`, up to version `new`; nil if `old` is not less than `new`, if the log contains
  /// later versions than `new`, or if it does not list the clusters of each of these versions.
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
