import AshlarStore

/// Observes objects by their rows: results, linking objects, and what is made of lists and sets.
///
/// Invariant: `keys` are the rows as of the last call.
final class RowsObserver<Collection: RealmCollection>: Observer {
  private var collection: Collection?
  private var block: ((RealmCollectionChange<Collection>) -> Void)?
  private let core: _RealmCore
  private let paths: ObservedPaths
  private var prints: OriginPrints?
  private var keys: [Int64] = []
  private var isOver = false

  init(_ collection: Collection, _ core: _RealmCore, _ paths: ObservedPaths, _ block: @escaping (RealmCollectionChange<Collection>) -> Void) {
    self.collection = collection
    self.core = core
    self.paths = paths
    self.block = block
    prints = OriginPrints(paths)
  }

  override func release() {
    collection = nil
    block = nil
    keys = []
  }

  override func begin() {
    guard let collection, let results = live(collection) else { return over() }
    keys = results.computedKeys()
    _ = prints?.changed(keys, .anything, core)
    block?(.initial(self.collection ?? collection))
  }

  override func tell(_ changes: ChangeSet) {
    guard let edits = update(changes), !edits.isEmpty, let collection, let block else { return }
    block(.update(collection, deletions: edits.deletions, insertions: edits.insertions, modifications: edits.modifications))
  }

  override func skip(_ changes: ChangeSet) { _ = update(changes) }

  private func update(_ changes: ChangeSet) -> RowEdits? {
    if isOver { return nil }
    guard let collection, let results = live(collection) else {
      over()
      let edits = RowEdits.removal(of: keys.count)
      keys = []
      return edits
    }
    let old = keys
    var reached = paths.rows(changes, core) { old }
    keys = results.updatedKeys(old, changes)
    if let changed = prints?.changed(keys, changes, core) { reached.keys.formUnion(changed) }
    let edits = RowEdits(
      from: old, to: keys, isAscending: results.isInTableOrder,
      mayMove: results.rowsThatMayMove(changes), isModified: reached.contains)
    assert(old.count - edits.deletions.count + edits.insertions.count == keys.count, "edits must give the new number of rows")
    return edits
  }

  // Nil once what owns the rows is gone. A collection of before `invalidate` is made again.
  private func live(_ collection: Collection) -> _ResultsCore? {
    let results = collection._resultsCore
    if !results.isInvalidated { return results }
    guard let again = rebuilt(collection) else { return nil }
    self.collection = again
    return again._resultsCore
  }

  private func over() { isOver = true }
}
