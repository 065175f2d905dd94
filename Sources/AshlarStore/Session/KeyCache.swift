/// First guesses at the row of a key hash, which verify themselves against the row and need never be made invalid: the run
/// of the index that was looked at last, and a direct-mapped table of hashes. One for each table of a session.
struct KeyCache {
  var run: KeyRun?
  /// Hashes that no entry of the index has, and the context's generation for which that is so: new keys mostly lie behind all
  /// others.
  var gap: (generation: UInt64, hashes: Range<UInt64>)?
  private var keys: [Int64] = []

  private static let largest = 1 << 20

  @inline(__always)
  func guess(_ hash: UInt64) -> Int64? {
    if let key = run?[hash] { return key }
    return listed(hash)
  }

  private func listed(_ hash: UInt64) -> Int64? {
    if keys.isEmpty { return nil }
    let key = keys[place(hash)]
    return key < 0 ? nil : key
  }

  /// Room is for about as many as there are rows.
  mutating func remember(_ hash: UInt64, _ key: Int64, rows: Int) {
    if run?[hash] == key { return }
    if keys.count < min(rows, KeyCache.largest) || keys.isEmpty {
      var capacity = 1024
      while capacity < rows, capacity < KeyCache.largest { capacity *= 2 }
      keys = [Int64](repeating: -1, count: capacity)
    }
    keys[place(hash)] = key
  }

  private func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash ^ hash >> 32) & (keys.count - 1) }
}
