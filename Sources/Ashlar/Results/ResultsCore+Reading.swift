import AshlarSchema
import AshlarStore

// Reads of results. Each reads the table or the cache, or computes no more than its value requires.
extension _ResultsCore {
  /// The number of elements.
  var count: Int { exclusively { computedCount() } }

  private func computedCount() -> Int {
    guard let core else { return 0 }
    prepare(core)
    if query.isWholeTable { return core.session.count(entity.ordinal) }
    if let count = cache.rows.count { return count }
    // An index can return the rows of a limited range without reading the matching rows after it.
    if query.hasCondition, arrangement.isLimited, cache.matches == nil, let found = indexOrderedKeys(core, nil) {
      cache.store(keys: found, at: currentVersion(core))
      return found.count
    }
    guard arrangement.isCountable, let matches = matchCount(core) else { return keys(core).count }
    return arrangement.count(of: matches)
  }

  /// Whether there are no elements. The evaluation of a condition can end at the first match.
  var isEmpty: Bool {
    exclusively {
      guard let core else { return true }
      prepare(core)
      if case .start(let keys) = cache.rows { return keys.isEmpty }
      if cache.rows.count == nil, cache.matches == nil, let start = startOfLinks(core, upTo: 0) { return start.isEmpty }
      guard query.isOfTable, query.hasCondition, arrangement.keepsCount else { return computedCount() == 0 }
      if cache.rows.count != nil || cache.matches != nil || query.lookup?.isUseful(entity, core) == true { return computedCount() == 0 }
      switch firstMatch(core) {
      case .found: return false
      case .absent: return true
      case .unknown: return computedCount() == 0
      }
    }
  }

  /// Returns the keys in the order of the results. They are computed once for each version of the data.
  func computedKeys() -> [Int64] {
    guard let core else { return [] }
    return exclusively {
      prepare(core)
      return keys(core)
    }
  }

  /// Returns the key of the first element; nil if there are no elements. Other elements are neither counted nor found, unless the order of
  /// the results requires it.
  func firstKey() -> Int64? {
    guard let core else { return nil }
    if query.isWholeTable {
      exclusively { prepare(core) }
      if core.session.count(entity.ordinal) == 0 { return nil }
      if let key = core.reading({ () throws(StoreError) in try core.session.key(entity.ordinal, at: 0) }) { return key }
    }
    if let rows = observedRows(core) { return rows.count > 0 ? rows.key(at: 0) : nil }
    if query.isOfTable, query.hasCondition, arrangement.isEmpty {
      let first: KnownValue<Int64> = exclusively {
        prepare(core)
        if cache.matches == 0 { return .absent }
        if case .keys = cache.rows { return .unknown }
        return query.lookup?.isUseful(entity, core) == true ? .unknown : firstMatch(core)
      }
      switch first {
      case .found(let key): return key
      case .absent: return nil
      case .unknown: break
      }
    }
    return (start(core, upTo: 0) ?? computedKeys()).first
  }

  /// Returns the key at a position. A position outside the results stops the program.
  func key(_ position: Int) -> Int64 {
    if position < 0 { misuse(.negativeIndex(name: "index")) }
    if position == 0 {
      guard let first = firstKey() else { misuse(.indexOutOfBounds(index: 0, count: 0)) }
      return first
    }
    // If the results are all rows of a table, the table finds the key without a list of keys.
    if let core, query.isWholeTable {
      exclusively { prepare(core) }
      let count = core.session.count(entity.ordinal)
      if position >= count { misuse(.indexOutOfBounds(index: position, count: count)) }
      if let key = core.reading({ () throws(StoreError) in try core.session.key(entity.ordinal, at: position) }) { return key }
    }
    if let core, let rows = observedRows(core) {
      if position >= rows.count { misuse(.indexOutOfBounds(index: position, count: rows.count)) }
      return rows.key(at: position)
    }
    if position < _ResultsCore.start, let core, let start = start(core, upTo: position), position < start.count { return start[position] }
    let keys = computedKeys()
    if position >= keys.count { misuse(.indexOutOfBounds(index: position, count: keys.count)) }
    return keys[position]
  }

  // Returns the first keys, at least up to a position below `_ResultsCore.start` if the results have that many elements; nil if they cannot
  // be found without the others.
  private func start(_ core: _RealmCore, upTo position: Int) -> [Int64]? {
    exclusively {
      prepare(core)
      return arrangement.endsSorted ? sortedStart(core, upTo: position) : startOfLinks(core, upTo: position)
    }
  }

  func index(of object: ObjectBase) -> Int? {
    guard let core, object._kind == .live, object._rowAccess.context == core.context, object._entity === entity, object._isValid()
    else {
      return nil
    }
    if query.isWholeTable {
      return exclusively {
        prepare(core)
        return core.reading { () throws(StoreError) in try core.session.position(entity.ordinal, of: object._rowAccess.key) }
      }
    }
    if let rows = observedRows(core) { return rows.index(of: object._rowAccess.key) }
    return computedKeys().firstIndex(of: object._rowAccess.key)
  }

  // Returns the rows that an observer maintains; nil if there are none, or if the data has changed since. Frozen results have no observer,
  // and their cache must not be read without the lock.
  private func observedRows(_ core: _RealmCore) -> RowOrder? {
    guard lock == nil, case .observed = cache.rows else { return nil }
    prepare(core)
    if case .observed(let rows) = cache.rows { return rows }
    return nil
  }

  func makeSource() -> IterationSource {
    guard let core else { return RowKeySource([], entity) }
    let matched = exclusively {
      prepare(core)
      return matchedRows(core)
    }
    if query.isOfTable, arrangement.isEmpty, let table = core.session.table(entity.ordinal) {
      if let matched { return MatchSource(matched, table, entity) }
      if !query.hasCondition { return TableSource(core: core, table: table, entity: entity) }
    }
    return RowKeySource(computedKeys(), entity)
  }

  /// Calls `body` with the rows of the results: once per cluster if their order is irrelevant; otherwise, in the order of the results, with
  /// consecutive ascending keys of a cluster in one call.
  /// - Parameter keepsClusters: Whether `body` may keep pointers into clusters.
  func forEachMatch(keepsClusters: Bool = true, _ body: (ScannedCluster, ClusterBits) -> Void) {
    guard let core else { return }
    if query.isOfTable, arrangement.keepsCount {
      let (keys, run): ([Int64]?, ResultsRun) = exclusively {
        prepare(core)
        guard let keys = indexedRows(core) else { return (nil, self.run(core)) }
        return (keys, ResultsRun(entity: entity, core: core, predicate: nil))
      }
      if let keys { run.forEachRun(of: keys, body) } else { run.scan(keepsClusters: keepsClusters, body) }
      return
    }
    ResultsRun(entity: entity, core: core, predicate: nil).forEachRun(of: computedKeys(), body)
  }

  // MARK: - For observers

  /// Returns the rows that match the conditions, before sorting, DISTINCT and limits, in the order of the source.
  func rowsInFront() -> [Int64] {
    guard let core else { return [] }
    return exclusively {
      prepare(core)
      return unordered(core)
    }
  }

  /// Returns the rows that match the conditions, in the order given.
  func matching(_ candidates: [Int64]) -> [Int64] {
    guard let core else { return candidates }
    return run(core).matching(candidates)
  }

  /// Caches the current rows, which an observer computed by updating those of the previous version. A write that changes the data
  /// invalidates them.
  func keep(_ found: ObservedRows) {
    guard let core else { return }
    prepare(core)
    cache.store(observed: found.window.map { .keys($0) } ?? .observed(found.unlimited), at: currentVersion(core))
  }
}
