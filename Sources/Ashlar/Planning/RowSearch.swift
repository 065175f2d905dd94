import AshlarSchema
import AshlarStore

/// How an index, or several, find rows that fulfil a condition, or one of its parts that must hold.
indirect enum RowSearch {
  /// Rows with one of some values, or of some primary keys.
  case values(IndexProbe, Condition)
  case range(IndexRange, [Condition])
  case links(LinkSearch, Condition)
  /// Rows that several find. `isWhole`: there is nothing else to the condition.
  case all([RowSearch], isWhole: Bool)
  case any([RowSearch])

  // Parts that lie deeper in each other are not looked at: programs build conditions of any depth.
  private static let depthLimit = 8

  /// Nil when no index answers a part that must hold.
  init?(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) { self.init(condition, entity, core, depth: 0) }

  /// - Parameter depth: how many conditions and links this one lies in.
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
      let parts = condition.parts(joinedBy: .and)
      var searches: [RowSearch] = []
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
    } else if depth < RowSearch.depthLimit, let links = LinkSearch(condition, entity, core, depth: depth) {
      self = .links(links, condition)
    } else {
      return nil
    }
  }

  // Ranges of one column become one.
  private static func add(_ search: RowSearch, to searches: inout [RowSearch]) {
    if case .range(let range, let conditions) = search {
      for (index, other) in searches.enumerated() {
        guard case .range(let known, let before) = other, known.column == range.column else { continue }
        searches[index] = .range(known.intersection(range), before + conditions)
        return
      }
    }
    searches.append(search)
  }

  /// Whether all rows that are found fulfil the condition, as long as no write is open.
  var isExact: Bool {
    switch self {
    case .values(let probe, _): probe.isWhole
    case .range(let range, _): range.isExact
    case .links: true
    case .all(let searches, let isWhole): isWhole && searches.allSatisfy(\.isExact)
    case .any(let searches): searches.allSatisfy(\.isExact)
    }
  }

  /// The conditions that one index answers.
  var conditions: [Condition] {
    switch self {
    case .values(_, let condition), .links(_, let condition): [condition]
    case .range(_, let conditions): conditions
    case .all, .any: []
    }
  }

  /// About how many rows will be found; what is not had for a few look-ups is guessed.
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
    case .links(let links, _): return links.estimate(core)
    case .all(let searches, _): return searches.map { $0.estimate(entity, core) }.min() ?? rows
    case .any(let searches): return min(rows, searches.reduce(0) { $0 + $1.estimate(entity, core) })
    }
  }
}

/// Rows that were found by indexes.
struct FoundRows {
  /// Ascending.
  var keys: [Int64]
  /// Whether they all fulfil the condition.
  var isExact: Bool
}
