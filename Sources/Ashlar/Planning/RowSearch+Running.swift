import AshlarSchema
import AshlarStore

extension RowSearch {
  /// Finds the rows; returns nil if the search would exceed the budget or an index is missing. Rows that the open write has changed may be
  /// omitted; see `RowPlan`.
  func run(_ entity: _Entity, _ core: _RealmCore, _ budget: inout SearchBudget, _ trace: PlanTrace? = nil) -> FoundRows? {
    guard let trace else { return runStep(entity, core, &budget, nil) }
    // If only one of the joined conditions has a search, that search is reported without an enclosing step.
    if case .all(let searches, _) = self, searches.count == 1 { return runStep(entity, core, &budget, trace) }
    let step = trace.begin(label, expected: estimate(entity, core))
    let found = runStep(entity, core, &budget, trace)
    trace.end(step, met: found?.keys.count, lacksIndex: found == nil && lacksIndex(entity, core))
    if found?.isExact == true { trace.cover(conditions) }
    return found
  }

  // Returns whether this is the search of a single index that the version that is read does not have.
  private func lacksIndex(_ entity: _Entity, _ core: _RealmCore) -> Bool {
    switch self {
    case .values(let probe, _): !probe.hasIndex(entity, core)
    case .range(let range, _): !core.session.hasIndex(entity.ordinal, range.column)
    case .tuple(let tuple): !tuple.hasIndex(entity, core)
    case .keys, .links, .all, .any: false
    }
  }

  private func runStep(_ entity: _Entity, _ core: _RealmCore, _ budget: inout SearchBudget, _ trace: PlanTrace?) -> FoundRows? {
    switch self {
    case .values(let probe, _):
      guard probe.hasIndex(entity, core), budget.take(probe.cost) else { return nil }
      // Counting the rows costs one more look-up, but avoids listing too many of them.
      if probe.lookups == 1, !budget.take(probe.estimate(entity, core) * SearchCost.row) { return nil }
      return FoundRows(keys: RowSearch.ascending(probe.storedRows(entity, core), entity, core), isExact: probe.isWhole)
    case .range(let range, _):
      guard core.session.hasIndex(entity.ordinal, range.column) else { return nil }
      let found = core.reading { () throws(StoreError) in
        try core.session.indexedRange(
          entity.ordinal, range.column, from: range.low, upTo: range.high, mostEntries: budget.most(range.entryCost),
          mostRows: budget.most(SearchCost.row))
      }
      guard let found, budget.take(found.entries * range.entryCost + found.rows.count * SearchCost.row) else { return nil }
      return FoundRows(keys: RowSearch.ascending(found.rows, entity, core), isExact: range.isExact)
    case .keys(let range, _):
      let found = range.rows(
        entity, core, mostEntries: budget.most(SearchCost.entry), mostRows: budget.most(SearchCost.row + SearchCost.check))
      guard let found, budget.take(found.entries * SearchCost.entry + found.rows.count * SearchCost.row) else { return nil }
      return FoundRows(keys: RowSearch.ascending(found.rows, entity, core), isExact: false)
    case .links(let links, _):
      guard let rows = links.rows(core, &budget) else { return nil }
      return FoundRows(keys: RowSearch.ascending(rows, entity, core), isExact: true)
    case .tuple(let tuple):
      guard let rows = tuple.rows(entity, core, &budget) else { return nil }
      return FoundRows(keys: RowSearch.ascending(rows, entity, core), isExact: tuple.isExact)
    case .any(let searches):
      var all = FoundRows(keys: [], isExact: true)
      trace?.alternatives += 1
      defer { trace?.alternatives -= 1 }
      for search in searches {
        guard let found = search.run(entity, core, &budget, trace) else { return nil }
        all.keys += found.keys
        // `isExact` of the search does not reflect that parts of an intersection may have been omitted as too expensive.
        all.isExact = all.isExact && found.isExact
      }
      all.keys = RowSearch.ascending(all.keys, entity, core)
      return all
    case .all(let searches, let isWhole): return runAll(searches, isWhole, entity, core, &budget, trace)
    }
  }

  // Runs the search with the fewest expected rows first. Another index is searched only if that is cheaper than testing the remaining rows.
  private func runAll(
    _ searches: [RowSearch], _ isWhole: Bool, _ entity: _Entity, _ core: _RealmCore, _ budget: inout SearchBudget, _ trace: PlanTrace?
  ) -> FoundRows? {
    let estimates = searches.map { $0.estimate(entity, core) }
    let order = ascendingPositions(searches.count) { estimates[$0] < estimates[$1] }
    var found: FoundRows?
    for index in order {
      guard var rows = found else {
        guard let first = searches[index].run(entity, core, &budget, trace) else { return nil }
        found = FoundRows(keys: first.keys, isExact: first.isExact && isWhole)
        continue
      }
      let cost = estimates[index] * 2 * SearchCost.row + searches[index].lookups * SearchCost.lookup
      var allowed = SearchBudget(left: rows.keys.count * SearchCost.check)
      let wasNarrowing = trace?.isNarrowing ?? false
      trace?.isNarrowing = true
      defer { trace?.isNarrowing = wasNarrowing }
      guard cost < allowed.left, let other = searches[index].run(entity, core, &allowed, trace) else {
        rows.isExact = false
        found = rows
        continue
      }
      rows.keys = RowSearch.intersection(rows.keys, other.keys)
      rows.isExact = rows.isExact && other.isExact
      found = rows
    }
    return found
  }

  /// The number of values that are looked up in indexes.
  var lookups: Int {
    switch self {
    case .values(let probe, _): probe.lookups
    case .range, .keys, .links: 1
    case .tuple(let tuple): tuple.lookups
    case .all(let searches, _), .any(let searches): searches.reduce(0) { $0 + $1.lookups }
    }
  }

  private static func intersection(_ a: [Int64], _ b: [Int64]) -> [Int64] {
    var both: [Int64] = []
    var (x, y) = (0, 0)
    while x < a.count, y < b.count {
      if a[x] == b[y] { both.append(a[x]) }
      let isBefore = a[x] <= b[y]
      if b[y] <= a[x] { y += 1 }
      if isBefore { x += 1 }
    }
    return both
  }

  /// Returns the keys in ascending order without duplicates.
  static func ascending(_ keys: [Int64], _ entity: _Entity, _ core: _RealmCore) -> [Int64] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return keys }
    let limit = core.session.clusterCount(entity.ordinal) << 8
    // A bit map of the table's rows is cheaper than sorting many keys.
    if keys.count > 64, keys.count > limit / 256, keys.allSatisfy({ $0 < limit }) { return RowSearch.byBits(keys, limit) }
    var sorted = keys
    sorted.sort()
    var count = 0
    for key in sorted where count == 0 || sorted[count - 1] != key {
      sorted[count] = key
      count += 1
    }
    sorted.removeLast(sorted.count - count)
    return sorted
  }

  private static func byBits(_ keys: [Int64], _ limit: Int) -> [Int64] {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limit / 64 + 1) { words in
      words.initialize(repeating: 0)
      var count = 0
      for key in keys {
        let bit: UInt64 = 1 << UInt64(key & 63)
        let word = Int(key >> 6)
        if words[word] & bit == 0 { count += 1 }
        words[word] |= bit
      }
      return [Int64](unsafeUninitializedCapacity: count) { result, filled in
        for (word, bits) in words.enumerated() where bits != 0 {
          var bits = bits
          while bits != 0 {
            result.initializeElement(at: filled, to: Int64(word * 64 + bits.trailingZeroBitCount))
            filled += 1
            bits &= bits - 1
          }
        }
      }
    }
  }
}
