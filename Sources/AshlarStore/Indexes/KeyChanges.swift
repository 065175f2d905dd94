/// What a commit changes in the index of primary keys.
struct KeyChanges {
  private struct Change {
    var run: KeyRun
    let isAdded: Bool
  }

  private enum Piece {
    case run(KeyRun)
    /// Several rows with one hash.
    case entries(UInt64, [UInt64])

    var start: UInt64 {
      switch self {
      case .run(let run): run.start
      case .entries(let hash, _): hash
      }
    }
  }

  private var changes: [Change] = []
  // The last one, which may get longer.
  private var open: Change?

  /// A row got a key, or a row with it is gone.
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

  /// Writes the changed entries in ascending order.
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
        // Hashes of bytes are above all others.
        let group = take(from: index, below: min(next ?? .max, KeyProbe.bytesBit))
        try append(group, behind: before, writer, &sums)
        index += group.count
      }
    }
  }

  // Ascending and without overlap, but for changes of one hash: runs that overlap are taken apart.
  private mutating func arrange() {
    changes.sort { $0.run.start < $1.run.start }
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
    changes.sort { $0.run.start < $1.run.start }
  }

  // The changes from `index` on of hashes below `bound`; one that goes beyond is cut in two.
  private mutating func take(from index: Int, below bound: UInt64) -> ArraySlice<Change> {
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

  // MARK: - Integers

  // Writes what is left of a stored run when rows of it go; false, and nothing done, when there is more to the changes.
  private func cut(_ group: ArraySlice<Change>, _ run: KeyRun, _ writer: any StorageWriter, _ sums: inout EntrySums) throws -> Bool {
    guard group.allSatisfy({ !$0.isAdded && run.part($0.run.start, $0.run.end) == $0.run }) else { return false }
    run.withValue { sums.remove(.keys, integer: run.start, $0) }
    if group.first?.run.start == run.start { try writer.remove(.keys, integer: run.start) }
    func keep(_ start: UInt64, _ end: UInt64) throws {
      if start == end { return }
      try run.part(start, end).withValue { value in
        sums.add(.keys, integer: start, value)
        try writer.put(.keys, integer: start, value)
      }
    }
    var position = run.start
    for change in group {
      try keep(position, change.run.start)
      position = change.run.end
    }
    try keep(position, run.end)
    return true
  }

  // Changes of hashes that a stored run or entry holds.
  private func rewrite(_ group: ArraySlice<Change>, _ stored: Piece, _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    if case .run(let run) = stored, try cut(group, run, writer, &sums) { return }
    var pieces: [Piece] = []
    var position = stored.start
    var index = group.startIndex
    while index < group.endIndex {
      let change = group[index].run
      if case .run(let run) = stored {
        if position < change.start { KeyChanges.add(.run(run.part(position, change.start)), to: &pieces) }
        position = change.end
        // The rows of a part of the run go.
        if !group[index].isAdded, change.count > 1, run.part(change.start, change.end) == change {
          index += 1
          continue
        }
      }
      var hash = change.start
      var end = index
      while end < group.endIndex, group[end].run.start == change.start { end += 1 }
      // Changes of one hash stand for one row each; a change of several rows stands alone.
      while hash < change.end {
        var entries: [UInt64] =
          switch stored {
          case .run(let run): [run.entry + (hash - run.start)]
          case .entries(_, let all): all
          }
        for change in group[index..<end] {
          let entry = change.run.entry + (hash - change.run.start)
          if change.isAdded { entries.append(entry) } else { entries.removeAll { $0 == entry } }
        }
        KeyChanges.add(.entries(hash, entries), to: &pieces)
        hash += 1
      }
      index = end
    }
    if case .run(let run) = stored, position < run.end { KeyChanges.add(.run(run.part(position, run.end)), to: &pieces) }
    KeyChanges.withValue(stored) { sums.remove(.keys, integer: stored.start, $0) }
    if pieces.first?.start != stored.start { try writer.remove(.keys, integer: stored.start) }
    try put(pieces, writer, &sums)
  }

  // Changes of hashes that nothing is stored for; `before` is the entry before them.
  private func append(_ group: ArraySlice<Change>, behind before: KeyRun?, _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    var pieces: [Piece] = []
    var index = group.startIndex
    while index < group.endIndex {
      let change = group[index].run
      var end = index + 1
      while end < group.endIndex, group[end].run.start == change.start { end += 1 }
      let added = group[index..<end].filter(\.isAdded)
      if added.count == 1 {
        KeyChanges.add(.run(added[0].run), to: &pieces)
      } else if added.count > 1 {
        KeyChanges.add(.entries(change.start, added.map(\.run.entry)), to: &pieces)
      }
      index = end
    }
    if let before, case .run(let first)? = pieces.first, before.isFollowed(by: first) {
      before.withValue { sums.remove(.keys, integer: before.start, $0) }
      var longer = before
      longer.append(first)
      pieces[0] = .run(longer)
    }
    try put(pieces, writer, &sums)
  }

  private static func add(_ piece: Piece, to pieces: inout [Piece]) {
    switch piece {
    case .entries(let hash, let entries) where entries.count == 1:
      add(.run(KeyRun(start: hash, entry: entries[0])), to: &pieces)
    case .entries(_, let entries) where entries.isEmpty: break
    case .entries: pieces.append(piece)
    case .run(let run):
      if case .run(var last)? = pieces.last, last.isFollowed(by: run) {
        last.append(run)
        pieces[pieces.count - 1] = .run(last)
      } else {
        pieces.append(piece)
      }
    }
  }

  private func put(_ pieces: [Piece], _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    for piece in pieces {
      try KeyChanges.withValue(piece) { value in
        sums.add(.keys, integer: piece.start, value)
        try writer.put(.keys, integer: piece.start, value)
      }
    }
  }

  private static func withValue(_ piece: Piece, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    switch piece {
    case .run(let run): try run.withValue(body)
    case .entries(_, let entries): try entries.withUnsafeBytes(body)
    }
  }

  // MARK: - Bytes

  // The changes of one hash; returns the index of the next.
  private func writeBytes(_ index: Int, _ writer: any StorageWriter, _ sums: inout EntrySums) throws -> Int {
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
