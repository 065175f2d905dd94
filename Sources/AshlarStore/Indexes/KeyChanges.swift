/// The changes that a commit makes to the index of primary keys.
struct KeyChanges {
  struct Change {
    var run: KeyRun
    let isAdded: Bool
  }

  var changes: [Change] = []
  // The last change, which may still grow.
  var open: Change?

  /// Records that a row with a key was inserted or deleted.
  mutating func add(_ hash: UInt64, _ entry: UInt64, isAdded: Bool) {
    let row = KeyRun(start: hash, entry: entry)
    if var last = open {
      if last.isAdded == isAdded, hash & KeyProbe.bytesBit == 0, last.run.isFollowed(by: row) {
        last.run.append(row)
        open = last
        return
      }
      changes.append(last)
    }
    open = Change(run: row, isAdded: isAdded)
  }

  /// Writes the changed entries in ascending order of their hashes.
  mutating func write(to writer: any StorageWriter, _ sums: inout EntrySums) throws {
    if let last = open { changes.append(last) }
    open = nil
    if changes.count > 1 { arrange() }
    var index = 0
    while index < changes.count {
      let first = changes[index]
      if first.run.start & KeyProbe.bytesBit != 0 {
        index = try writeBytes(index, writer, &sums)
        continue
      }
      let (stored, next) = try writer.floor(.keys, integer: first.run.start)
      if let stored, let run = KeyRun(stored.key, stored.value), run[first.run.start] != nil {
        let group = take(from: index, below: run.end)
        try rewrite(group, .run(run), writer, &sums)
        index += group.count
      } else if let stored, stored.key == first.run.start {
        let group = take(from: index, below: stored.key + 1)
        try rewrite(group, .entries(stored.key, KeyEntries.all(stored.value)), writer, &sums)
        index += group.count
      } else {
        let before = stored.flatMap { stored in
          KeyRun(stored.key, stored.value)
            ?? (stored.value.count == 8 ? KeyRun(start: stored.key, entry: stored.value.loadUnaligned(as: UInt64.self)) : nil)
        }
        // All hashes of bytes are greater than hashes of integers.
        let group = take(from: index, below: min(next ?? .max, KeyProbe.bytesBit))
        try append(group, behind: before, writer, &sums)
        index += group.count
      }
    }
  }

  // Sorts the changes. If any runs overlap, splits all runs into single rows, so that only changes of the same hash overlap.
  mutating func arrange() {
    sort()
    let overlap = changes.indices.dropFirst().contains { index in
      let next = changes[index].run.start
      return next & KeyProbe.bytesBit == 0 && changes[index - 1].run.end > next
    }
    guard overlap else { return }
    changes = changes.flatMap { change in
      if change.run.count == 1 { return [change] }
      return (0..<change.run.count).map { offset in
        let hash = change.run.start + offset
        return Change(run: change.run.part(hash, hash + 1), isAdded: change.isAdded)
      }
    }
    sort()
  }

  private mutating func sort() { changes.sort { $0.run.start < $1.run.start } }

  // Returns the changes from `index` on whose hashes are less than `bound`. Splits a change that extends beyond `bound`.
  mutating func take(from index: Int, below bound: UInt64) -> ArraySlice<Change> {
    var end = index
    while end < changes.count, changes[end].run.start < bound {
      let change = changes[end]
      if change.run.end > bound {
        changes[end].run = change.run.part(change.run.start, bound)
        changes.insert(Change(run: change.run.part(bound, change.run.end), isAdded: change.isAdded), at: end + 1)
      }
      end += 1
    }
    return changes[index..<end]
  }
}
