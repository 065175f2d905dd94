import AshlarStore

/// Observes the elements of a list or a set, or results that are values.
///
/// Invariant: `elements` are those of the last call. If the collection is stored in segments, the cost of a commit depends on the segments
/// that it changed.
final class ElementsObserver<Collection: RealmCollection>: Observer {
  private var collection: Collection
  private let block: (RealmCollectionChange<Collection>) -> Void
  private var home: ObservedHome
  private let core: _RealmCore
  private let paths: ObservedPaths?
  private let isSet: Bool
  private var prints: OriginPrints?
  private var elements = ObservedElements.none
  private var isOver = false

  /// - Parameter paths: the changes that modify an element; nil for values.
  init(
    _ collection: Collection, _ home: ObservedHome, _ paths: ObservedPaths?,
    _ block: @escaping (RealmCollectionChange<Collection>) -> Void
  ) {
    self.collection = collection
    self.home = home
    self.paths = paths
    self.block = block
    core = home.core
    isSet = home.isSet
    prints = paths.flatMap(OriginPrints.init)
  }

  override func begin() {
    guard let now = read() else {
      isOver = true
      return
    }
    elements = now
    _ = prints?.changed(now.keys, .anything, core)
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
    let old = elements
    guard let now = read(unchanged: old, changes) else {
      isOver = true
      elements = .none
      return .removal(of: old.count)
    }
    elements = now
    let edits: RowEdits
    switch (old, now) {
    case (.links(let before), .links(let after)):
      var reached = paths?.rows(changes, core) { before.all } ?? ReachedRows()
      if let changed = prints?.changed(after.all, changes, core) { reached.keys.formUnion(changed) }
      edits = RowEdits(from: before, to: after, pairs: !isSet, modified: reached.isAll ? nil : reached.keys)
    case (.values(let before), .values(let after)): edits = RowEdits(from: before, to: after, pairs: !isSet, modified: [])
    default: return nil
    }
    assert(old.count - edits.deletions.count + edits.insertions.count == now.count, "edits must give the new number of elements")
    return edits
  }

  // Reads the elements if the column was written. Nil after the owner was deleted.
  private func read(unchanged old: ObservedElements, _ changes: ChangeSet) -> ObservedElements? {
    if !isThere() { return nil }
    return home.hasChanged(in: changes) ? read(since: old) : old
  }

  // Whether the owner exists. Recreates a collection from before `invalidate`.
  private func isThere() -> Bool {
    if !home.isValid || collection._collectionBase == nil && collection._resultsCore.isInvalidated {
      guard let again = rebuilt(collection), let moved = ObservedHome(again) else { return false }
      collection = again
      home = moved
    }
    return home.isValid
  }

  private func read(since old: ObservedElements = .none) -> ObservedElements? {
    if !isThere() { return nil }
    guard collection._collectionBase == nil, case .column(let managed) = home else { return home.elements(since: old) }
    return .values(ObservedParts(managed.observedValues(at: collection._resultsCore.computedKeys())))
  }
}
