import AshlarSchema

// The tables whose rows are reached from `AnyRealmValue`s. Such a value may link to any table, but most files contain links to few.
extension ReadSession {
  /// Returns whether a row of a table may be reached from an `AnyRealmValue`, through its link and any number of further links. True while
  /// a write is open, whose links are not examined. O(1), plus O(linked tables) after a change of a table that contains such values.
  public func mayBeReachedFromValues(_ ordinal: Int) throws -> Bool {
    if anyLinks.isEmpty { return false }
    if isWriting || frozen != nil { return true }
    return try tablesReachedFromValues().contains(ordinal)
  }

  /// Returns whether no table of which a row may be reached from an `AnyRealmValue` has changed since `dataVersion` was `version`. False in
  /// a frozen session, and while a write is open.
  public func areUnchangedBehindValues(since version: UInt64) throws -> Bool {
    if isWriting || frozen != nil { return false }
    return try anyLinks.isEmpty || tablesReachedFromValues().allSatisfy { changedAt[$0] <= version }
  }

  private func tablesReachedFromValues() throws -> Set<Int> {
    if let known = reachedFromValues, anyLinks.allSatisfy({ changedAt[$0.source] <= known.version }) { return known.tables }
    valueLinkSearches += 1
    var found: Set<Int> = []
    for link in anyLinks {
      for id in try tablesLinked(link) { if let table = tablesById[id] { found.insert(table.ordinal) } }
    }
    var frontier = Array(found)
    while let ordinal = frontier.popLast() {
      for link in tables[ordinal]?.links ?? [] where !link.isAny && found.insert(link.target).inserted { frontier.append(link.target) }
    }
    reachedFromValues = (found, dataVersion)
    return found
  }

  // Returns the numbers of the tables to which the `AnyRealmValue`s of a column link. Reads at most one block for each table, and one more.
  private func tablesLinked(_ link: LinkColumn) throws(StoreError) -> Set<UInt32> {
    var found: Set<UInt32> = []
    var start: UInt64? = 0
    while let target = start {
      // The first target of the table after the last one in the block.
      var next: UInt64?
      var isWellFormed = true
      let first = BacklinkBlock.Place(target: target, source: 0)
      try shared.snapshot.scan(.backlinks, prefix: link.prefix, from: BacklinkKey.key(link, first)) { key, block in
        var groups = BacklinkBlock.Groups(block)
        while let group = groups.next() {
          if group.target < target { continue }
          let table = AnyLink(packed: Int64(bitPattern: group.target)).table
          found.insert(table)
          let (end, isBeyond) = (UInt64(table) + 1).multipliedReportingOverflow(by: 1 << 40)
          next = isBeyond ? nil : end
        }
        isWellFormed = key.count == BacklinkKey.size && groups.isWellFormed
        return false
      }
      if !isWellFormed { throw BacklinkBlock.damage(engine.path) }
      start = next
    }
    return found
  }
}
