import AshlarSchema
import AshlarStore

// Incremental updates of observed results.
extension _ResultsCore {
  /// Returns the rows as an observer stores them.
  /// - Parameter paths: The paths of the query.
  func observedRows(_ paths: QueryPaths) -> ObservedRows {
    guard let shape = query.shape(paths) else { return ObservedRows(RowOrder(computedKeys(), isAscending: query.isInTableOrder)) }
    if shape.distinct == nil, shape.limit == nil, query.isOfTable {
      return ObservedRows(RowOrder(computedKeys(), isAscending: query.isInTableOrder), isMaintained: true)
    }
    let front = rowsInFront()
    // A row that links twice occurs twice among the linking objects, and therefore has no unique index.
    if query.links != nil, !front.isStrictlyAscending { return ObservedRows(RowOrder(computedKeys(), isAscending: false)) }
    var places: [Int64: Int32]?
    if let list = query.list {
      places = list.placesOfRows()
      if places == nil { return ObservedRows(RowOrder(computedKeys(), isAscending: false)) }
    }
    let keys = shape.order?.sorted(front) ?? front
    let isAscending = shape.order == nil && query.list == nil
    return ObservedRows(
      RowOrder(keys, isAscending: isAscending), shape.distinct.map { DistinctGroups($0, keys, isAscending: isAscending) }, shape.limit,
      places: places, isMaintained: true)
  }

  /// Updates observed rows incrementally, and returns the edits. Returns nil, and leaves the rows unchanged, if unchanged rows may have to
  /// be inserted, deleted or moved, or if too many rows have changed. Each changed row costs O(log rows) comparisons and O(chunks of the
  /// `RowOrder`); for distinct rows, also O(rows with the same value); for limited rows, also O(limit).
  func update(_ rows: ObservedRows, _ changes: ChangeSet, _ reached: ReachedRows, _ paths: QueryPaths) -> RowEdits? {
    guard rows.isMaintained,
      let (candidates, changed) = storedRows(changes, reached, paths, of: rows.all.count, rows.places, observed: { rows.all.keys })
    else { return nil }
    // The rows that keep their positions, but from which changed rows are reachable.
    let stored = Set(changed)
    let behind = reached.keys.filter { !stored.contains($0) }.compactMap { key in
      rows.unlimited.index(of: key).map { (index: $0, key: key) }
    }
    let olds = changed.compactMap { key in rows.all.index(of: key).map { (index: $0, key: key) } }.byIndex()
    let come = candidates.isEmpty ? [] : matching(candidates)
    var edits: RowEdits
    var told: Set<Int64> = []
    if olds.isEmpty, come.isEmpty {
      edits = RowEdits()
    } else {
      var comparison = RowComparison(arrangement.lastOrder, places: rows.places)
      for old in olds { rows.all.remove(old.key) }
      for key in come {
        comparison.take(key)
        rows.all.insert(key) { comparison.comesBefore($0) }
      }
      let (before, after): ([(index: Int, key: Int64)], [(index: Int, key: Int64)])
      if let groups = rows.groups {
        (before, after) = groups.update(gone: olds.map(\.key), come: come, &comparison)
      } else {
        before = olds
        after = come.compactMap { key in rows.all.index(of: key).map { (index: $0, key: key) } }.byIndex()
      }
      told = Set(before.map(\.key)).union(after.map(\.key))
      edits = RowEdits(from: before, to: after, isModified: reached.contains)
    }
    if let window = rows.window {
      _ = rows.slide()
      let moved = stored.union(told)
      edits = RowEdits(from: window, to: rows.keys, mayMove: moved.contains, isModified: reached.contains)
    } else {
      edits.modifications = (edits.modifications + behind.filter { !told.contains($0.key) }.map(\.index)).sorted()
    }
    if !query.isWholeTable { keep(rows) }
    return edits
  }

  /// Returns nil if an incremental update is not possible or not worthwhile. Otherwise, `changed` contains the rows that may have joined or
  /// left the observed rows, or changed their positions: the inserted, deleted and written rows, and those from which a change is reachable
  /// along a path of the query. `candidates` contains those of the changed rows that may now be among the observed rows. Rows outside an
  /// observed list, and written rows whose values affect neither the selection nor the order, are omitted.
  /// - Parameters:
  ///   - paths: The paths of the query.
  ///   - count: The number of observed rows.
  ///   - places: The index of each row in a list, if the rows are those of a list.
  ///   - observed: Returns the observed rows.
  func storedRows(
    _ changes: ChangeSet, _ reached: ReachedRows, _ paths: QueryPaths, of count: Int, _ places: [Int64: Int32]?,
    observed: () -> [Int64]
  ) -> (candidates: [Int64], changed: [Int64])? {
    guard let core, !changes.isAnything, !reached.isAll else { return nil }
    let most = max(16, count / 64)
    if reached.keys.count > most { return nil }
    if let list = query.list, changes.hasChanged(list.entity, list.row.key, column: list.column, core) { return nil }
    let table = changes.table(entity, core)
    if let table, table.isAnything || table.inserted.count + table.modified.count + table.deleted.count > most { return nil }
    let linked = paths.linkedRows(changes, core, observed: observed)
    if linked.isAll || linked.keys.count > most { return nil }
    let (inserted, modified, deleted) = (table?.inserted ?? [], table?.modified ?? [], table?.deleted ?? [])
    if let places {
      // The list is unchanged, so only modified rows that it contains matter.
      let found = linked.keys.union(modified).filter { places[$0] != nil }.sorted()
      return (found, found)
    }
    var candidates = inserted
    if !steps.isEmpty {
      candidates = linked.keys.isEmpty ? (inserted + modified).sorted() : linked.keys.union(inserted).union(modified).sorted()
    } else if let links = query.links {
      candidates = (inserted + modified.filter { changes.hasChanged(entity, $0, column: links.link.column, core) }).sorted()
    }
    // Otherwise, the query has neither a condition nor an order: the values in a row do not affect its position, so only inserted rows are
    // candidates.
    let changed = candidates + deleted
    if let links = query.links {
      let counts = candidates.map { links.links(from: $0) }
      if counts.contains(where: { $0 > 1 }) { return nil }
      candidates = zip(candidates, counts).filter { $1 > 0 }.map(\.0)
    }
    return (candidates, changed)
  }

  /// Returns whether the rows can be updated incrementally, because only changed rows can be inserted, deleted or moved. If so, and if the
  /// rows are those of a list, `places` contains the index of each row in the list.
  func upkeepOfAll(_ paths: QueryPaths) -> (isPossible: Bool, places: [Int64: Int32]?) {
    guard let shape = query.shape(paths), shape.distinct == nil, shape.limit == nil else { return (false, nil) }
    if query.links != nil { return (rowsInFront().isStrictlyAscending, nil) }
    guard let list = query.list else { return (true, nil) }
    let places = list.placesOfRows()
    return (places != nil, places)
  }

  /// Returns a predicate for the rows whose position relative to other rows may have changed, or that may have replaced rows with the same
  /// values. The predicate is true for all rows of a list or of linking objects, and for all rows that are sorted by properties of linked
  /// objects, because the changes do not show which of these rows moved.
  func rowsThatMayMove(_ changes: ChangeSet) -> (Int64) -> Bool {
    guard let core, query.isOfTable, query.isOrderLocal, !changes.isAnything else { return { _ in true } }
    guard let table = changes.table(entity, core) else { return { _ in false } }
    if table.isAnything { return { _ in true } }
    return { table.index(modified: $0) != nil }
  }
}

extension ResultsQuery {
  /// Whether the rows are in ascending order, as in the table.
  var isInTableOrder: Bool { isOfTable && arrangement.isEmpty }

  /// The steps of results that can be updated incrementally, because only changed rows, and rows from which a change is reachable through
  /// links, can be inserted, deleted or moved. Steps apply in the order of these properties.
  fileprivate struct Shape {
    var order: SortOrder?
    var distinct: DistinctRows?
    var limit: RowLimit?
  }

  fileprivate func shape(_ paths: QueryPaths) -> Shape? {
    switch source {
    case .table, .collection: break
    case .links(let links): if links.link.isAny { return nil }
    case .values, .unmanaged, .nothing: return nil
    }
    guard paths.canBeFollowedBackward else { return nil }
    var shape = Shape()
    for step in arrangement.steps {
      switch step {
      case .sorted(let order) where shape.order == nil && shape.distinct == nil && shape.limit == nil: shape.order = order
      case .distinct(let rows) where shape.distinct == nil && shape.limit == nil && rows.haveBytes: shape.distinct = rows
      case .limited(let limit) where shape.limit == nil: shape.limit = limit
      default: return nil
      }
    }
    return shape
  }

  fileprivate var list: _ManagedCollection? { if case .collection(let list) = source { list } else { nil } }

  fileprivate var links: LinkingObjectsCore? { if case .links(let links) = source { links } else { nil } }

  fileprivate var isOrderLocal: Bool {
    arrangement.steps.allSatisfy { if case .sorted(let order) = $0 { order.terms.allSatisfy(\.path.isDirect) } else { true } }
  }
}

extension _ManagedCollection {
  /// Returns the index of each row; nil if a row occurs more than once and so has no unique index.
  fileprivate func placesOfRows() -> [Int64: Int32]? {
    let keys = keys()
    let places = Dictionary(keys.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    return places.count == keys.count ? places : nil
  }
}
