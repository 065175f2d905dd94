/// Hash to object key, direct-mapped, as a first guess that verifies itself against the row: it never needs to be
/// invalidated. One for each table of a session.
struct KeyCache {
  private var keys: [Int64]
  private let mask: Int

  /// Room for about as many entries as there are rows, at most 2^20.
  init(rows: Int) {
    var capacity = 1024
    while capacity < rows, capacity < 1 << 20 { capacity *= 2 }
    keys = [Int64](repeating: -1, count: capacity)
    mask = capacity - 1
  }

  subscript(hash: UInt64) -> Int64 {
    get { keys[Int(truncatingIfNeeded: hash ^ hash >> 32) & mask] }
    set { keys[Int(truncatingIfNeeded: hash ^ hash >> 32) & mask] = newValue }
  }

  var capacity: Int { keys.count }
}
