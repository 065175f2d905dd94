import AshlarSchema

/// The entries of an unmanaged map, with distinct keys, in no particular order.
///
/// Keys are hashed and compared by code that is not generic: a `Dictionary` whose value type is unknown at compile time takes many times as
/// long for each entry.
///
/// Invariant: `positions` contains the index of each key in `keys`; the value is at the same index of `values`.
struct UnmanagedEntries<Value> {
  private var positions: [TextKey: Int] = [:]
  private(set) var keys: [TextKey] = []
  private(set) var values: [Value] = []

  /// Creates entries; if a key occurs more than once, its last value is stored.
  init<S: Sequence>(_ entries: S) where S.Element == (TextKey, Value) {
    for (key, value) in entries { self[key] = value }
  }

  init() {}

  var count: Int { keys.count }

  /// The value of a key; nil if the key does not exist. Setting nil removes the entry.
  subscript(key: TextKey) -> Value? {
    get { positions[key].map { values[$0] } }
    set {
      guard let newValue else { return remove(key) }
      let next = keys.count
      // This access hashes the key only once, and adds the next position if the key is new.
      let position = UnmanagedEntries.read(&positions[key, default: next])
      if position < next {
        values[position] = newValue
      } else {
        keys.append(key)
        values.append(newValue)
      }
      assert(positions.count == keys.count && keys.count == values.count, "each key has a position and a value")
    }
  }

  private static func read(_ position: inout Int) -> Int { position }

  // Moves the last entry to the position of the removed one.
  private mutating func remove(_ key: TextKey) {
    guard let position = positions.removeValue(forKey: key) else { return }
    let last = keys.count - 1
    if position < last {
      keys[position] = keys[last]
      values[position] = values[last]
      positions[keys[position]] = position
    }
    keys.removeLast()
    values.removeLast()
    assert(positions.count == keys.count && keys.count == values.count, "each key has a position and a value")
  }
}

extension UnmanagedEntries: Equatable where Value: Equatable {
  static func == (a: UnmanagedEntries, b: UnmanagedEntries) -> Bool {
    a.count == b.count && a.keys.indices.allSatisfy { b[a.keys[$0]] == .some(a.values[$0]) }
  }
}

/// Entries in ascending order of their keys' bytes.
struct SortedEntries<Value> {
  let keys: [String]
  let values: [Value]

  init(_ entries: UnmanagedEntries<Value>) {
    let (keys, values) = (entries.keys.map { $0.text }, entries.values)
    let order = positionsInByteOrder(keys)
    self.keys = order.map { keys[$0] }
    self.values = order.map { values[$0] }
  }
}
