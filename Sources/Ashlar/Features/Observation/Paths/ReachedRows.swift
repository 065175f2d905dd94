import AshlarStore

/// The rows of the observed type that a change set affects.
struct ReachedRows {
  /// Whether all rows may be affected.
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
  /// Returns the rows of the type `entity` from which a change is reachable along one of the paths. Links are followed backward from the
  /// changes, in the current version, except on paths with linking objects, which are followed forward. A path that existed only in the
  /// previous version contains a changed link, and the row with the first such link is found through that change. If this takes more than
  /// 256 look-ups, and more than eight for each observed row, links are followed forward from the observed rows instead.
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

  /// Returns the maximum number of look-ups of a backward walk, for this number of observed rows.
  static func budget(_ observed: Int) -> Int { max(256, 8 * observed) }
}
