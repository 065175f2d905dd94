// Keys that are text or bytes: each hash has a separate entry.
extension KeyChanges {
  // Writes all changes that have the same hash as the change at `index`. Returns the index of the first change with the next hash.
  func writeBytes(_ index: Int, _ writer: any StorageWriter, _ sums: inout EntrySums) throws -> Int {
    let hash = changes[index].run.start
    var end = index + 1
    while end < changes.count, changes[end].run.start == hash { end += 1 }
    if end == index + 1, changes[index].isAdded {
      let isNew = try withUnsafeBytes(of: changes[index].run.entry) { try writer.insert(.keys, integer: hash, $0) }
      if isNew {
        withUnsafeBytes(of: changes[index].run.entry) { sums.add(.keys, integer: hash, $0) }
        return end
      }
    }
    var entries: [UInt64] = []
    if let stored = try writer.floor(.keys, integer: hash).entry, stored.key == hash {
      sums.remove(.keys, integer: hash, stored.value)
      entries = KeyEntries.all(stored.value)
    }
    for change in changes[index..<end] {
      if change.isAdded { entries.append(change.run.entry) } else { entries.removeAll { $0 == change.run.entry } }
    }
    if entries.isEmpty {
      try writer.remove(.keys, integer: hash)
    } else {
      try put([.entries(hash, entries)], writer, &sums)
    }
    return end
  }
}
