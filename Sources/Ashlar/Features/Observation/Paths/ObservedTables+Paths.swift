import AshlarStore

extension ObservedTables {
  /// Adds the properties at the ends of paths and the links on the paths.
  mutating func add(_ paths: [[ObservedPaths.Hop]], _ core: _RealmCore) {
    for hop in paths.joined() {
      if hop.isOrigin {
        if let link = hop.link { addOrigin(link, core) }
      } else if let table = core.session.table(hop.entity.ordinal) {
        addColumn(hop.ordinal, table)
      }
    }
  }

  /// Adds a link that is followed backward: any row of the link's source table may gain or lose the link.
  mutating func addOrigin(_ link: LinkColumn, _ core: _RealmCore) {
    guard let table = core.session.table(link.source) else { return }
    addRows(table)
    addColumn(link.column, table)
  }

  /// Adds the tables and columns that determine which rows results contain, and in which order.
  mutating func add(_ query: ResultsQuery, _ paths: QueryPaths, _ core: _RealmCore) {
    switch query.source {
    case .table: if let table = core.session.table(query.entity.ordinal) { addRows(table) }
    case .collection(let list): addCollection(list.entity, list.column, core)
    case .values(let list, _): addCollection(list.entity, list.column, core)
    case .links(let links):
      addOrigin(links.link, core)
      if let table = core.session.table(links.link.target) { addRows(table) }
    case .unmanaged, .nothing: break
    }
    add(paths.all, core)
  }

  /// Adds a property that is a collection, and the rows of its owners.
  mutating func addCollection(_ entity: _Entity, _ column: Int, _ core: _RealmCore) {
    guard let table = core.session.table(entity.ordinal) else { return }
    addRows(table)
    addColumn(column, table)
  }

  /// Adds the changes that count as modifications of a row.
  mutating func add(_ paths: ObservedPaths, _ core: _RealmCore) {
    switch paths.scope {
    case .own: if let table = core.session.table(paths.entity.ordinal) { addColumns(table) }
    case .deep(let depth): add(paths.entity, depth, core)
    case .paths(let all): add(all, core)
    }
  }

  /// Adds all columns of the rows that are at most `depth` links away from rows of a type. See `DeepWalk`.
  mutating func add(_ entity: _Entity, _ depth: Int, _ core: _RealmCore) {
    var seen: Set<Int> = [entity.ordinal]
    var frontier = [entity.ordinal]
    for step in 0...depth {
      var next: [Int] = []
      for table in frontier.compactMap({ core.session.table($0) }) {
        addColumns(table)
        for link in table.links where step < depth {
          if link.isAny {
            addRowsBehindValues()
          } else if seen.insert(link.target).inserted {
            next.append(link.target)
          }
        }
      }
      frontier = next
    }
  }

  /// Adds the tables of the linking objects from which section keys may be computed. See `KeySources`.
  mutating func add(_ sources: KeySources, _ core: _RealmCore) {
    for table in sources.tables.compactMap({ core.session.table($0) }) {
      addRows(table)
      addColumns(table)
    }
  }
}
