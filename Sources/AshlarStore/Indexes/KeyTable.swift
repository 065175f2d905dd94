/// Hash to object keys, several of which may share a hash. Open addressing, linear probing; the keys inserted by one
/// write transaction.
struct KeyTable {
  private var hashes: [UInt64] = []
  // Object key plus one; 0 is free.
  private var keys: [Int64] = []
  private(set) var count = 0

  private static func place(_ hash: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  mutating func insert(_ hash: UInt64, _ key: Int64) {
    if count * 2 >= keys.count { grow() }
    let mask = keys.count - 1
    var index = KeyTable.place(hash, mask)
    while keys[index] != 0 { index = (index + 1) & mask }
    hashes[index] = hash
    keys[index] = key + 1
    count += 1
  }

  private mutating func grow() {
    let (oldHashes, oldKeys) = (hashes, keys)
    let capacity = max(64, keys.count * 2)
    hashes = [UInt64](repeating: 0, count: capacity)
    keys = [Int64](repeating: 0, count: capacity)
    count = 0
    for (hash, key) in zip(oldHashes, oldKeys) where key != 0 { insert(hash, key - 1) }
  }

  /// The first key under `hash` that `accepts` takes.
  func first(_ hash: UInt64, where accepts: (Int64) -> Bool) -> Int64? {
    guard !keys.isEmpty else { return nil }
    let mask = keys.count - 1
    var index = KeyTable.place(hash, mask)
    while keys[index] != 0 {
      if hashes[index] == hash, accepts(keys[index] - 1) { return keys[index] - 1 }
      index = (index + 1) & mask
    }
    return nil
  }
}
