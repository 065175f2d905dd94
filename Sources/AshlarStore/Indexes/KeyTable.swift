/// Maps hashes to the object keys of the rows that one write transaction inserted; several keys may share a hash. Consecutive integers form
/// a run, which needs no memory; all other hashes are stored in a hash table with open addressing and linear probing.
///
/// Invariants: `capacity` is 0 or a power of two; `entries` has `capacity` entries, at least half of which are free.
final class KeyTable {
  private struct Entry {
    var hash: UInt64
    // The object key plus one; 0 if the entry is free.
    var key: Int64
  }

  // Exclusivity is not checked: every insert accesses these properties, and the checks would cost more than the look-up.
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>?
  @exclusivity(unchecked) private var capacity = 0
  // The number of entries in the hash table, excluding the run.
  @exclusivity(unchecked) private var tableCount = 0
  // A run whose entries are object keys without a table number.
  @exclusivity(unchecked) private var run: KeyRun?

  var count: Int { tableCount + Int(run?.count ?? 0) }

  deinit { entries?.deallocate() }

  /// Removes all keys. If the memory is too large to be retained, returns false and removes nothing.
  func reset() -> Bool {
    guard capacity <= 256 else { return false }
    run = nil
    if tableCount > 0 { entries?.update(repeating: Entry(hash: 0, key: 0), count: capacity) }
    tableCount = 0
    return true
  }

  private static func place(_ hash: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  func insert(_ hash: UInt64, _ key: Int64) {
    assert(key >= 0, "an entry with a key is not free")
    if hash & KeyProbe.bytesBit == 0 {
      let row = KeyRun(start: hash, entry: UInt64(key))
      guard var last = run else {
        run = row
        return
      }
      if last.isFollowed(by: row) {
        last.append(row)
        run = last
        return
      }
    }
    if tableCount * 2 >= capacity { grow() }
    tableCount += 1
    assert(tableCount * 2 <= capacity, "at least half of the entries are free, so that every search ends")
    if let entries { KeyTable.place(Entry(hash: hash, key: key + 1), in: entries, mask: capacity - 1) }
  }

  private static func place(_ entry: Entry, in entries: UnsafeMutablePointer<Entry>, mask: Int) {
    var index = place(entry.hash, mask)
    while entries[index].key != 0 { index = (index + 1) & mask }
    entries[index] = entry
  }

  private func grow() {
    let larger = max(64, capacity * 2)
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: larger)
    moved.initialize(repeating: Entry(hash: 0, key: 0), count: larger)
    if let entries {
      for index in 0..<capacity where entries[index].key != 0 { KeyTable.place(entries[index], in: moved, mask: larger - 1) }
      entries.deallocate()
    }
    entries = moved
    capacity = larger
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
  }

  /// Returns whether the table contains a key with this hash.
  func mayHave(_ hash: UInt64) -> Bool { run?[hash] != nil || entries != nil && first(hash) { _ in true } != nil }

  /// Returns the first key with this hash for which `accepts` returns true; nil if there is none.
  func first(_ hash: UInt64, where accepts: (Int64) -> Bool) -> Int64? {
    if let key = run?[hash], accepts(key) { return key }
    guard let entries else { return nil }
    let mask = capacity - 1
    var index = KeyTable.place(hash, mask)
    while entries[index].key != 0 {
      if entries[index].hash == hash, accepts(entries[index].key - 1) { return entries[index].key - 1 }
      index = (index + 1) & mask
    }
    return nil
  }

  func _checkInvariants() {
    precondition(capacity & (capacity - 1) == 0, "the capacity must be a power of two")
    precondition(tableCount * 2 <= max(capacity, 1), "at least half of the entries must be free")
    let used = (0..<capacity).filter { entries?[$0].key != 0 }
    precondition(used.count == tableCount, "the count must be that of the used entries")
    for index in used {
      guard let entry = entries?[index] else { continue }
      precondition(first(entry.hash) { $0 == entry.key - 1 } != nil, "every key must be found")
    }
  }
}
