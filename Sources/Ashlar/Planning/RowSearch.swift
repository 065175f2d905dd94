import AshlarSchema
import AshlarStore

/// A search of one or several indexes for rows that match a condition or one of its conjuncts.
indirect enum RowSearch {
  /// Rows with one of several values or primary keys.
  case values(IndexProbe, Condition)
  case range(IndexRange, [Condition])
  /// Rows with an integer primary key in a range.
  case keys(KeyRange, [Condition])
  case links(LinkSearch, Condition)
  case tuple(TupleSearch)
  /// The intersection of several searches; `isWhole` is true if they cover the whole condition.
  case all([RowSearch], isWhole: Bool)
  case any([RowSearch])

  // The maximum depth of nested conditions for which indexes are searched: callers may build conditions of any depth, and the initializer
  // recurses.
  private static let depthLimit = 8

  /// Returns nil if no index can evaluate the condition. For an OR, indexes must evaluate all parts; for an AND, at least one.
  init?(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) { self.init(condition, entity, core, depth: 0) }

  /// Like the initializer above, for a condition inside others. Also returns nil if the condition is nested too deeply.
  /// - Parameter depth: The number of conditions and links that enclose the condition.
  init?(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore, depth: Int) {
    guard case .joined(let junction) = condition else {
      self.init(leaf: condition, entity, core, depth: depth)
      return
    }
    if depth >= RowSearch.depthLimit { return nil }
    switch junction.kind {
    case .not: return nil
    case .or:
      var searches: [RowSearch] = []
      for part in condition.parts(joinedBy: .or) {
        guard let search = RowSearch(part, entity, core, depth: depth + 1) else { return nil }
        searches.append(search)
      }
      self = .any(searches)
    case .and:
      var parts = condition.parts(joinedBy: .and)
      var searches: [RowSearch] = []
      while let tuple = TupleSearch.longest(&parts, least: 2, entity, core) { searches.append(.tuple(tuple)) }
      var isWhole = true
      for part in parts {
        guard let search = RowSearch(part, entity, core, depth: depth + 1) else {
          isWhole = false
          continue
        }
        RowSearch.add(search, to: &searches)
      }
      guard let first = searches.first else { return nil }
      self = searches.count == 1 && isWhole ? first : .all(searches, isWhole: isWhole)
    }
  }

  private init?(leaf condition: Condition, _ entity: _Entity, _ core: _RealmCore, depth: Int) {
    if let probe = IndexProbe(leaf: condition, entity, core) {
      self = .values(probe, condition)
    } else if let range = IndexRange(condition, entity) {
      guard core.session.keepsKeyOrder else { return nil }
      self = .range(range, [condition])
    } else if !core.parts.isMigrating, let range = KeyRange(condition, entity) {
      // A migration may make a different property the key, and rebuilds the index of keys only at its end.
      self = .keys(range, [condition])
    } else if let tuple = TupleSearch.first(condition, entity, core) {
      self = .tuple(tuple)
    } else if depth < RowSearch.depthLimit, let links = LinkSearch(condition, entity, core, depth: depth) {
      self = .links(links, condition)
    } else {
      return nil
    }
  }

  // Appends a search, or merges a range with an earlier range of the same column or of the primary key.
  private static func add(_ search: RowSearch, to searches: inout [RowSearch]) {
    if case .range(let range, let conditions) = search {
      for (index, other) in searches.enumerated() {
        guard case .range(let known, let before) = other, known.column == range.column else { continue }
        searches[index] = .range(known.intersection(range), before + conditions)
        return
      }
    }
    if case .keys(let range, let conditions) = search {
      for (index, other) in searches.enumerated() {
        guard case .keys(let known, let before) = other else { continue }
        searches[index] = .keys(known.intersection(range), before + conditions)
        return
      }
    }
    searches.append(search)
  }

  /// Whether all rows that are found match the condition, provided that no write is open and that no part of an intersection is omitted
  /// because the budget does not suffice. `FoundRows.isExact` is false if a part was omitted.
  var isExact: Bool {
    switch self {
    case .values(let probe, _): probe.isWhole
    case .range(let range, _): range.isExact
    case .links: true
    case .tuple(let tuple): tuple.isExact
    case .keys: false
    case .all(let searches, let isWhole): isWhole && searches.allSatisfy(\.isExact)
    case .any(let searches): searches.allSatisfy(\.isExact)
    }
  }

  /// The conditions that the search of a single index evaluates; empty for a combination of searches.
  var conditions: [Condition] {
    switch self {
    case .values(_, let condition), .links(_, let condition): [condition]
    case .range(_, let conditions), .keys(_, let conditions): conditions
    case .tuple(let tuple): tuple.conditions
    case .all, .any: []
    }
  }

  /// Returns the number of rows if a few look-ups determine it; otherwise an estimate.
  func estimate(_ entity: _Entity, _ core: _RealmCore) -> Int {
    let rows = core.session.count(entity.ordinal)
    switch self {
    case .values(let probe, _): return probe.estimate(entity, core)
    case .range(let range, _):
      guard core.session.hasIndex(entity.ordinal, range.column) else { return rows }
      let count = core.reading { () throws(StoreError) in
        try core.session.indexedRangeCount(entity.ordinal, range.column, from: range.low, upTo: range.high, mostEntries: 32)
      }
      return count ?? rows / 8
    case .keys(let range, _): return range.estimate(rows)
    case .links(let links, _): return links.estimate(core)
    case .tuple(let tuple): return tuple.estimate(entity, core)
    case .all(let searches, _): return searches.map { $0.estimate(entity, core) }.min() ?? rows
    case .any(let searches): return min(rows, searches.reduce(0) { $0 + $1.estimate(entity, core) })
    }
  }
}

/// The rows that indexes found.
struct FoundRows {
  /// The keys in ascending order.
  var keys: [Int64]
  /// Whether all rows match the condition.
  var isExact: Bool
}
