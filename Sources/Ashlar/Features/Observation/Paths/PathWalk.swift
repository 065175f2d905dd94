import AshlarStore

/// Finds the rows from which a change is reachable along one path.
struct PathWalk {
  private let hops: [ObservedPaths.Hop]
  private let changes: ChangeSet
  private let core: _RealmCore

  init(_ hops: [ObservedPaths.Hop], _ changes: ChangeSet, _ core: _RealmCore) {
    self.hops = hops
    self.changes = changes
    self.core = core
  }

  /// Whether a table of the path has changed.
  var isConcerned: Bool {
    hops.contains { hop in
      let ordinal = hop.isOrigin ? hop.link?.source ?? hop.entity.ordinal : hop.entity.ordinal
      return changes.isAnything || core.session.table(ordinal).map { changes.tables[$0.id] != nil } ?? false
    }
  }

  /// Follows the path backward from the changed rows. Used for paths without linking objects.
  func backwards(_ observed: () -> [Int64]) -> ReachedRows {
    var rows: Set<Int64> = []
    var lookups = 0
    for hop in hops.reversed() {
      var here: Set<Int64> = []
      if let link = hop.link {
        for key in rows {
          lookups += 1
          here.formUnion(core.reading { try core.session.sources(link, of: key) }.map(\.key))
          if lookups + here.count > 256 {
            let keys = observed()
            if lookups + here.count > ObservedPaths.budget(keys.count) { return forwards(keys) }
          }
        }
      }
      if let table = core.session.table(hop.entity.ordinal), let changed = changes.tables[table.id] {
        if changed.isAnything { return forwards(observed()) }
        let number = table.columnIds[hop.ordinal]
        for (index, key) in changed.modified.enumerated() where changed.hasChanged(index, column: number) { here.insert(key) }
      }
      rows = here
    }
    return ReachedRows(keys: rows)
  }

  /// Follows the path forward from the observed rows. A change in the set of linking objects is not detected here; see `OriginPrints`.
  func forwards(_ keys: [Int64]) -> ReachedRows {
    var known: [[Int64: Bool]] = Array(repeating: [:], count: hops.count)
    func reaches(_ key: Int64, _ level: Int) -> Bool {
      if let answer = known[level][key] { return answer }
      let hop = hops[level]
      var answer = !hop.isOrigin && changes.hasChanged(hop.entity, key, column: hop.ordinal, core)
      if !answer, level + 1 < hops.count { answer = hop.next(key, core).contains { reaches($0, level + 1) } }
      known[level][key] = answer
      return answer
    }
    return ReachedRows(keys: Set(keys.filter { reaches($0, 0) }))
  }
}

extension ObservedPaths.Hop {
  /// Returns the rows to which a row links through this hop's property; for linking objects, the rows that link to it.
  func next(_ key: Int64, _ core: _RealmCore) -> [Int64] {
    if isOrigin { return sources(key, core).map(\.key) }
    guard let link else { return [] }
    return core.reading { try core.session.rowsLinked(link, from: key) }
  }

  /// For linking objects, returns the rows that link to a row, each with the number of its links.
  func sources(_ key: Int64, _ core: _RealmCore) -> [(key: Int64, count: Int)] {
    guard isOrigin, let link else { return [] }
    return core.reading { try core.session.sources(link, of: key) }
  }
}

/// A hash, for each observed row, of the rows that its paths through linking objects visit. The hash is necessary because the changes of a
/// row do not show that another row no longer links to it. The hash includes the number of links from each row, because a row that links
/// twice occurs twice among linking objects.
struct OriginPrints {
  private let paths: [[ObservedPaths.Hop]]
  private var prints: [Int64: Int] = [:]

  init?(_ paths: ObservedPaths) {
    guard paths.hasOrigins, case .paths(let all) = paths.scope else { return nil }
    self.paths = all.filter { $0.contains(where: \.isOrigin) }
  }

  /// Returns the rows of `keys` that were also in `keys` at the previous call and whose paths visit different rows now. Stores the hashes
  /// for the next call.
  mutating func changed(_ keys: [Int64], _ changes: ChangeSet, _ core: _RealmCore) -> Set<Int64> {
    let areConcerned = paths.contains { PathWalk($0, changes, core).isConcerned }
    if !areConcerned, prints.count == keys.count, keys.allSatisfy({ prints[$0] != nil }) { return [] }
    var made: [Int64: Int] = [:]
    var changed: Set<Int64> = []
    for key in keys {
      let print = print(of: key, core)
      if let before = prints[key], before != print { changed.insert(key) }
      made[key] = print
    }
    prints = made
    return changed
  }

  private func print(of key: Int64, _ core: _RealmCore) -> Int {
    var hasher = Hasher()
    func add(_ key: Int64, _ hops: ArraySlice<ObservedPaths.Hop>) {
      guard let hop = hops.first else { return }
      let next: [Int64]
      if hop.isOrigin {
        let sources = hop.sources(key, core)
        hasher.combine(sources.map(\.count))
        next = sources.map(\.key)
      } else {
        next = hops.count > 1 ? hop.next(key, core) : []
      }
      hasher.combine(next)
      for key in next { add(key, hops.dropFirst()) }
    }
    for path in paths { add(key, path[...]) }
    return hasher.finalize()
  }
}
