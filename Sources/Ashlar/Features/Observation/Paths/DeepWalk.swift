import AshlarStore

/// Finds the rows of one type from which changed rows are reachable through at most `depth` links.
struct DeepWalk {
  private let entity: _Entity
  private let depth: Int
  private let core: _RealmCore
  private let changed: Set<ReachedRows.Row>
  // Tables in which any row may have changed.
  private let anything: Set<Int>

  /// - Parameter others: Additional rows that are treated as changed.
  init(_ entity: _Entity, _ depth: Int, _ changes: ChangeSet, _ core: _RealmCore, and others: Set<ReachedRows.Row> = []) {
    self.entity = entity
    self.depth = depth
    self.core = core
    var changed = others
    var anything: Set<Int> = []
    for (id, table) in changes.tables {
      guard let ordinal = core.session.table(id: id)?.ordinal else { continue }
      if table.isAnything { anything.insert(ordinal) }
      for key in table.modified { changed.insert(ReachedRows.Row(ordinal: ordinal, key: key)) }
    }
    self.changed = changed
    self.anything = anything
  }

  func rows(_ observed: () -> [Int64]) -> ReachedRows {
    if anything.contains(entity.ordinal) { return ReachedRows(isAll: true) }
    if !anything.isEmpty { return forwards(observed()) }
    if changed.isEmpty { return ReachedRows() }
    var seen = changed
    var frontier = Array(changed)
    var lookups = 0
    let isLinked = core.session.isLinked
    for _ in 0..<depth {
      var next: [ReachedRows.Row] = []
      for row in frontier where isLinked(row.ordinal) {
        lookups += 1
        for source in core.reading({ try core.session.rowsLinking(to: row.ordinal, row.key) }) {
          let found = ReachedRows.Row(ordinal: source.ordinal, key: source.key)
          if seen.insert(found).inserted { next.append(found) }
        }
        if lookups + next.count > 256 {
          let keys = observed()
          if lookups + next.count > ObservedPaths.budget(keys.count) { return forwards(keys) }
        }
      }
      frontier = next
    }
    return ReachedRows(keys: Set(seen.lazy.filter { $0.ordinal == entity.ordinal }.map(\.key)))
  }

  // Visits each row at most once for each number of remaining steps.
  private func forwards(_ keys: [Int64]) -> ReachedRows {
    var known: [[ReachedRows.Row: Bool]] = Array(repeating: [:], count: depth + 1)
    func reaches(_ row: ReachedRows.Row, _ left: Int) -> Bool {
      if changed.contains(row) || anything.contains(row.ordinal) { return true }
      if left == 0 { return false }
      if let answer = known[left][row] { return answer }
      let targets = core.reading { try core.session.rowsLinked(from: row.ordinal, row.key) }
      let answer = targets.contains { reaches(ReachedRows.Row(ordinal: $0.ordinal, key: $0.key), left - 1) }
      known[left][row] = answer
      return answer
    }
    return ReachedRows(keys: Set(keys.filter { reaches(ReachedRows.Row(ordinal: entity.ordinal, key: $0), depth) }))
  }
}
