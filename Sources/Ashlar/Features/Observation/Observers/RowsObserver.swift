import AshlarStore

/// Observes objects by their rows: results, linking objects, and results of lists and sets.
///
/// Invariant: `rows` are those of the last call.
final class RowsObserver<Collection: RealmCollection>: Observer {
  private var collection: Collection
  private let block: (RealmCollectionChange<Collection>) -> Void
  private let core: _RealmCore
  private let paths: ObservedPaths
  private var prints: OriginPrints?
  private var rows = ObservedRows(RowOrder([], isAscending: true))
  private var isOver = false

  init(_ collection: Collection, _ core: _RealmCore, _ paths: ObservedPaths, _ block: @escaping (RealmCollectionChange<Collection>) -> Void)
  {
    self.collection = collection
    self.core = core
    self.paths = paths
    self.block = block
    prints = OriginPrints(paths)
  }

  override func begin() {
    guard let results = live() else {
      isOver = true
      return
    }
    rows = results.observedRows()
    _ = prints?.changed(rows.keys, .anything, core)
    block(.initial(collection))
  }

  override func tell(_ changes: ChangeSet) -> Bool {
    if let edits = update(changes), !edits.isEmpty {
      block(.update(collection, deletions: edits.deletions, insertions: edits.insertions, modifications: edits.modifications))
    }
    return isOver
  }

  override func skip(_ changes: ChangeSet) { _ = update(changes) }

  private func update(_ changes: ChangeSet) -> RowEdits? {
    if isOver { return nil }
    guard let results = live() else {
      isOver = true
      let edits = RowEdits.removal(of: rows.count)
      rows = ObservedRows(RowOrder([], isAscending: true))
      return edits
    }
    let (before, count) = (rows, rows.count)
    var reached = paths.rows(changes, core) { before.keys }
    if prints == nil, let edits = results.update(rows, changes, reached) { return checked(edits, count) }
    let old = rows.keys
    rows = results.observedRows()
    let keys = rows.keys
    if let changed = prints?.changed(keys, changes, core) { reached.keys.formUnion(changed) }
    return checked(
      RowEdits(
        from: old, to: keys, isAscending: results.query.isInTableOrder, mayMove: results.rowsThatMayMove(changes),
        isModified: reached.contains),
      count)
  }

  private func checked(_ edits: RowEdits, _ count: Int) -> RowEdits {
    assert(count - edits.deletions.count + edits.insertions.count == rows.count, "edits must give the new number of rows")
    return edits
  }

  // Nil after the owner of the rows was deleted. Recreates a collection from before `invalidate`.
  private func live() -> _ResultsCore? {
    let results = collection._resultsCore
    if !results.isInvalidated { return results }
    guard let again = rebuilt(collection) else { return nil }
    collection = again
    return again._resultsCore
  }
}
