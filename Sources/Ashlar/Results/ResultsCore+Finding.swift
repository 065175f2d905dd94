import AshlarStore

// The values that reads of results require. Each internal function except `unordered` returns a cached value, or computes and caches it.
// `prepare` must be called before each of them.
extension _ResultsCore {
  /// Returns the keys of the matching rows in ascending order, found by indexes; nil if the source is not a table, there is no condition,
  /// no index is usable or a scan is cheaper.
  func indexedRows(_ core: _RealmCore) -> [Int64]? {
    guard query.isOfTable, query.hasCondition else { return nil }
    switch cache.indexed {
    case .found(let keys): return keys
    case .absent: return nil
    case .unknown: break
    }
    let found: [Int64]?
    if let probe = query.lookup, probe.isUseful(entity, core) {
      found = probe.rows(entity, core)
    } else if let range = query.keyRange, range.isUseful(core) {
      found = range.exactRows(entity, core)
    } else if let predicate = boundPredicate(core),
      let candidates = RowPlan(predicate, entity, core).candidates({ rowSearch(core) })
    {
      found = candidates.isExact ? candidates.keys : run(core).matching(candidates.keys)
    } else {
      found = nil
    }
    cache.store(indexed: found, at: currentVersion(core))
    return found
  }

  /// Returns the number of rows before sorting, DISTINCT and limits; nil if finding the rows is the cheapest way to count them.
  func matchCount(_ core: _RealmCore) -> Int? {
    if let matches = cache.matches { return matches }
    let found: Int
    switch source {
    case .table:
      guard query.hasCondition else { return core.session.count(entity.ordinal) }
      if case .found(let keys) = cache.indexed {
        found = keys.count
      } else if let probe = query.lookup, probe.isUseful(entity, core) {
        found = probe.count(entity, core)
      } else {
        found = indexedRows(core)?.count ?? run(core).count()
      }
    case .links(let links):
      if query.hasCondition { return nil }
      found = links.count()
    case .collection, .values, .unmanaged, .nothing: return nil
    }
    cache.store(matches: found, at: currentVersion(core))
    return found
  }

  /// Returns the first matching row in the order of the table. If the first clusters contain no matching row, indexes are searched; if a
  /// scan is cheaper, all rows are scanned at once, which costs less per row, and other reads reuse the result. Returns `.unknown` instead
  /// of scanning all rows if the results are arranged, because their rows are not cached as bits, or if the rows are already cached as
  /// keys.
  func firstMatch(_ core: _RealmCore) -> KnownValue<Int64> {
    if !cache.first.isUnknown { return cache.first }
    var found: KnownValue<Int64>
    if case .bits(let rows) = cache.rows {
      found = KnownValue(rows.first)
    } else {
      found = run(core).first(clusters: rowSearch(core) == nil ? 64 : 4)
    }
    if found.isUnknown {
      if let indexed = indexedRows(core) {
        found = KnownValue(indexed.first)
      } else if let rows = matchedRows(core) {
        found = KnownValue(rows.first)
      } else {
        return .unknown
      }
    }
    cache.store(first: found.value, at: currentVersion(core))
    return found
  }

  /// Returns the rows as bits if they match a condition and are in the order of the table; nil for other rows, if indexes find the rows
  /// faster, or if the rows are already cached as keys.
  func matchedRows(_ core: _RealmCore) -> MatchedRows? {
    guard query.isOfTable, query.hasCondition, arrangement.isEmpty else { return nil }
    switch cache.rows {
    case .bits(let rows): return rows
    case .keys, .observed: return nil
    case .unknown, .start: break
    }
    if indexedRows(core) != nil { return nil }
    let found = run(core).rows()
    cache.store(bits: found, at: currentVersion(core))
    return found
  }

  /// Returns the keys of all rows in the order of the results.
  func keys(_ core: _RealmCore) -> [Int64] {
    let found: [Int64]
    switch cache.rows {
    case .keys(let keys): return keys
    case .observed(let rows): found = rows.keys
    case .bits(let rows): found = rows.keys
    case .unknown, .start:
      found =
        page(core) ?? indexOrderedKeys(core, nil) ?? largestKeys(core, nil) ?? startOfOrder(core, nil) ?? firstsOfValues(core)
        ?? arrangement.applied(to: unordered(core))
    }
    cache.store(keys: found, at: currentVersion(core))
    return found
  }

  /// Returns the rows that match the conditions, before sorting, DISTINCT and limits, in the order of the source.
  func unordered(_ core: _RealmCore) -> [Int64] {
    let candidates: [Int64]
    switch source {
    case .nothing, .unmanaged: return []
    case .table:
      guard query.hasCondition else { return core.reading { try core.session.liveKeys(entity.ordinal) } }
      if case .bits(let rows) = cache.rows { return rows.keys }
      return indexedRows(core) ?? run(core).rows().keys
    case .collection(let collection): candidates = collection.keys()
    case .values(let collection, let steps): return collection.positions(steps)
    case .links(let links): candidates = links.keys()
    }
    return run(core).matching(candidates)
  }

  /// Returns the first rows in sort order, at least up to a position if it is less than `start`, without sorting the others; nil if all
  /// rows are known. The last step of the arrangement must be a sort.
  func sortedStart(_ core: _RealmCore, upTo position: Int) -> [Int64]? {
    if let known = knownStart(upTo: position) { return known }
    if cache.rows.count != nil { return nil }
    let most = _ResultsCore.start
    // An index returns few rows at a lower cost than many; a scan costs the same for both.
    let wanted = position < _ResultsCore.few ? _ResultsCore.few : most
    let found =
      indexOrderedKeys(core, wanted) ?? largestKeys(core, wanted) ?? startOfOrder(core, most)
      ?? arrangement.first(most, of: unordered(core))
    cache.store(start: found, at: currentVersion(core))
    return found
  }

  /// Returns the first linking objects, at least up to a position if it is less than `start`, without reading the others; nil if the
  /// results are not all linking objects in their original order, or if all rows are known.
  func startOfLinks(_ core: _RealmCore, upTo position: Int) -> [Int64]? {
    guard case .links(let links) = source, !query.hasCondition, arrangement.isEmpty else { return nil }
    if let known = knownStart(upTo: position) { return known }
    if cache.rows.count != nil { return nil }
    let found = links.keys(first: position < _ResultsCore.few ? _ResultsCore.few : _ResultsCore.start)
    cache.store(start: found, at: currentVersion(core))
    return found
  }

  // Returns the cached first rows. Returns nil if there are none, or if they are the first `few` rows and the position is after them.
  private func knownStart(upTo position: Int) -> [Int64]? {
    guard case .start(let keys) = cache.rows, position < keys.count || keys.count != _ResultsCore.few else { return nil }
    return keys
  }

  // The number of first rows that are read for a position below it: a read of the first object is seldom followed by reads of many others.
  private static var few: Int { 8 }

  /// The maximum number of first rows that are found and cached together.
  static var start: Int { 64 }

  // Returns the first rows in sort order by scanning a table; nil if the source is not a table, if an index finds the rows, if the
  // arrangement is anything other than a sort with an optional limit, or if `firstScanned` does not support the order.
  private func startOfOrder(_ core: _RealmCore, _ most: Int?) -> [Int64]? {
    guard query.isOfTable, let wanted = arrangement.onlyFirst(most), indexedRows(core) == nil else { return nil }
    let run = run(core)
    let found = wanted.order.firstScanned(wanted.offset + wanted.count) {
      run.scan($0)
    } last: { clusters, body in
      run.scanLast(clusters: clusters, body)
    }
    return found.map { Array($0.dropFirst(wanted.offset)) }
  }

  // Returns the first row of each value by scanning a table; nil if the source is not a table, if an index finds the rows, if the
  // arrangement is anything other than DISTINCT, or if `firstScanned` does not support the properties.
  private func firstsOfValues(_ core: _RealmCore) -> [Int64]? {
    guard query.isOfTable, let distinct = arrangement.onlyDistinct, indexedRows(core) == nil else { return nil }
    return distinct.firstScanned { run(core).scan($0) }
  }

  // Returns a page in the order of the table by scanning it; nil if the source is not a table, if an index finds the rows, or if the
  // arrangement is anything other than a page.
  private func page(_ core: _RealmCore) -> [Int64]? {
    guard query.isOfTable, let page = arrangement.onlyPage, indexedRows(core) == nil else { return nil }
    return run(core).rows(of: page)
  }
}
