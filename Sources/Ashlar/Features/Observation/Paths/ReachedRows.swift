import AshlarStore

/// Rows that a change set concerns, of the type that is observed.
struct ReachedRows {
  /// Whether all may be concerned.
  var isAll = false
  var keys: Set<Int64> = []

  func contains(_ key: Int64) -> Bool { isAll || keys.contains(key) }

  var isEmpty: Bool { !isAll && keys.isEmpty }

  /// A row of any type.
  struct Row: Hashable {
    let ordinal: Int
    let key: Int64
  }
}

extension ObservedPaths {
  /// The rows of the type from which the paths lead to something that changed. From what changed the links are followed backwards in the
  /// version read now: a path that was there only before has a link that was changed, and the row with the first such link is found by that.
  /// Where that needs more look-ups than eight for each row that is observed, the links are followed forwards from these.
  func rows(_ changes: ChangeSet, _ core: _RealmCore, observed: () -> [Int64]) -> ReachedRows {
    if changes.isAnything { return ReachedRows(isAll: true) }
    switch scope {
    case .own:
      guard let table = changes.table(entity, core) else { return ReachedRows() }
      return table.isAnything ? ReachedRows(isAll: true) : ReachedRows(keys: Set(table.modified))
    case .deep(let depth): return DeepWalk(entity, depth, changes, core).rows(observed)
    case .paths(let paths):
      var found = ReachedRows()
      for path in paths {
        let walk = PathWalk(path, changes, core)
        if !walk.isConcerned { continue }
        let reached = path.contains(where: \.isOrigin) ? walk.forwards(observed()) : walk.backwards(observed)
        if reached.isAll { return reached }
        found.keys.formUnion(reached.keys)
      }
      return found
    }
  }

  /// How many look-ups a backward walk may need.
  static func budget(_ observed: Int) -> Int { max(256, 8 * observed) }
}
