// Integer keys: consecutive keys have consecutive hashes, so one entry can store a run of rows.
extension KeyChanges {
  // Writes the remainder of a stored run from which rows are removed. If the group contains any other change, returns false and writes
  // nothing.
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

  // Applies a group of changes to the stored run or entry that contains their hashes.
  func rewrite(_ group: ArraySlice<Change>, _ stored: Piece, _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    if case .run(let run) = stored, try cut(group, run, writer, &sums) { return }
    var pieces: [Piece] = []
    var position = stored.start
    var index = group.startIndex
    while index < group.endIndex {
      let change = group[index].run
      if case .run(let run) = stored {
        if position < change.start { KeyChanges.add(.run(run.part(position, change.start)), to: &pieces) }
        position = change.end
        // The rows of this part of the run are deleted.
        if !group[index].isAdded, change.count > 1, run.part(change.start, change.end) == change {
          index += 1
          continue
        }
      }
      var hash = change.start
      var end = index
      while end < group.endIndex, group[end].run.start == change.start { end += 1 }
      // If several changes have the same hash, each of them is for one row; a change of several rows is the only change with its hashes.
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

  // Writes entries for a group of changes whose hashes have no stored entry. `before` is the run that precedes them, if any.
  func append(_ group: ArraySlice<Change>, behind before: KeyRun?, _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
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
}
