import AshlarStore

/// Observes objects by their rows: results, linking objects, and results of lists and sets.
///
/// Invariant: `told` contains the rows at the last call.
final class RowsObserver<Collection: RealmCollection & ObservedContents>: ContentsObserver<Collection> {
  private let paths: ObservedPaths
  private let queryPaths: QueryPaths
  private var told = ObservedRows(RowOrder([], isAscending: true))

  init(_ collection: Collection, _ core: _RealmCore, _ paths: ObservedPaths, _ block: @escaping (RealmCollectionChange<Collection>) -> Void)
  {
    self.paths = paths
    queryPaths = QueryPaths(collection._resultsCore.query, core)
    super.init(collection, core, paths, block)
  }

  override var rows: [Int64] { told.keys }

  override var readTables: ObservedTables? {
    var tables = ObservedTables()
    tables.add(contents._resultsCore.query, queryPaths, core)
    tables.add(paths, core)
    return tables
  }

  override func carry() {
    let results = contents._resultsCore
    if told.isMaintained, !results.query.isWholeTable, !results.isInvalidated { results.keep(told) }
  }

  override func read() -> Bool {
    guard let results = live() else { return false }
    compute(results)
    return true
  }

  // Computes the rows, which the results use until one of their tables changes.
  private func compute(_ results: _ResultsCore) {
    told = results.observedRows(queryPaths)
    carry()
  }

  override func update(_ changes: ChangeSet) -> RowEdits? {
    guard let results = live() else { return nil }
    let (before, count) = (told, told.count)
    var reached = paths.rows(changes, core) { before.keys }
    if !followsOrigins, let edits = results.update(told, changes, reached, queryPaths) { return checked(edits, count) }
    let old = told.keys
    compute(results)
    let keys = told.keys
    addOrigins(of: keys, changes, to: &reached)
    return checked(
      RowEdits(
        from: old, to: keys, isAscending: results.query.isInTableOrder, mayMove: results.rowsThatMayMove(changes),
        isModified: reached.contains),
      count)
  }

  override func removeAll() -> RowEdits? {
    let edits = RowEdits.removal(of: told.count)
    told = ObservedRows(RowOrder([], isAscending: true))
    return edits
  }

  private func checked(_ edits: RowEdits, _ count: Int) -> RowEdits {
    assert(count - edits.deletions.count + edits.insertions.count == told.count, "edits must give the new number of rows")
    return edits
  }

  // Returns the results; nil if the owner of the rows has been deleted. Recreates a collection that `invalidate` made unusable.
  private func live() -> _ResultsCore? {
    let results = contents._resultsCore
    if !results.isInvalidated { return results }
    return remake() ? contents._resultsCore : nil
  }
}
