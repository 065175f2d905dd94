/// Guesses the row of a key hash, from the run of the index that was used last and from a direct-mapped cache of hashes. Guesses are
/// verified against the row, so they never need to be invalidated. A session has one `KeyCache` per table.
struct KeyCache {
  var run: KeyRun?
  /// A range of hashes that have no entry in the index, and the context's generation in which this holds. Most new keys sort after all
  /// existing keys, so they are in one such range.
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

  /// Stores a guess. There is room for about as many guesses as the table has rows, but for at most `largest`.
  mutating func remember(_ hash: UInt64, _ key: Int64, rows: Int) {
    if run?[hash] == key { return }
    if keys.count < min(rows, KeyCache.largest) || keys.isEmpty {
      var capacity = 1024
      while capacity < rows, capacity < KeyCache.largest { capacity *= 2 }
      keys = [Int64](repeating: -1, count: capacity)
    }
    keys[place(hash)] = key
  }

  private func place(_ hash: UInt64) -> Int {
    assert(keys.count > 0 && keys.count & (keys.count - 1) == 0, "the size of the table is a power of two, so that it is a mask")
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (keys.count - 1)
  }
}
