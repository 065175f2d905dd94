import AshlarStore

/// Observes the elements of a list or a set, or of results whose elements are values.
///
/// Invariant: `elements` contains the elements at the last call. If the collection is stored in segments, the cost of an update depends on
/// the segments that were changed.
final class ElementsObserver<Collection: RealmCollection & ObservedContents>: ContentsObserver<Collection> {
  private var home: ObservedHome
  private let paths: ObservedPaths?
  private let isSet: Bool
  private var elements = ObservedElements.none

  /// - Parameter paths: The changes that count as modifications of an element; nil if the elements are values.
  init(
    _ collection: Collection, _ home: ObservedHome, _ paths: ObservedPaths?,
    _ block: @escaping (RealmCollectionChange<Collection>) -> Void
  ) {
    self.home = home
    self.paths = paths
    isSet = home.isSet
    super.init(collection, home.core, paths, block)
  }

  override var rows: [Int64] { elements.keys }

  override var readTables: ObservedTables? { home.tables(paths) }

  override func read() -> Bool {
    guard let now = read(since: .none) else { return false }
    elements = now
    return true
  }

  override func update(_ changes: ChangeSet) -> RowEdits? {
    let old = elements
    guard let now = read(unchanged: old, changes) else { return nil }
    elements = now
    let edits: RowEdits
    switch (old, now) {
    case (.links(let before), .links(let after)):
      var reached = paths?.rows(changes, core) { before.all } ?? ReachedRows()
      addOrigins(of: after.all, changes, to: &reached)
      edits = RowEdits(from: before, to: after, pairs: !isSet, modified: reached.isAll ? nil : reached.keys)
    case (.values(let before), .values(let after)): edits = RowEdits(from: before, to: after, pairs: !isSet, modified: [])
    default: return RowEdits()
    }
    assert(old.count - edits.deletions.count + edits.insertions.count == now.count, "edits must give the new number of elements")
    return edits
  }

  override func removeAll() -> RowEdits? {
    let edits = RowEdits.removal(of: elements.count)
    elements = .none
    return edits
  }

  // Returns the current elements, which are `old` if the column was not written; nil if the owner has been deleted.
  private func read(unchanged old: ObservedElements, _ changes: ChangeSet) -> ObservedElements? {
    if !isThere() { return nil }
    return home.hasChanged(in: changes) ? read(since: old) : old
  }

  // Returns whether the owner exists. Recreates a collection that `invalidate` made unusable.
  private func isThere() -> Bool {
    if !home.isValid || contents._collectionBase == nil && contents._resultsCore.isInvalidated {
      guard remake(), let moved = ObservedHome(contents) else { return false }
      home = moved
    }
    return home.isValid
  }

  private func read(since old: ObservedElements) -> ObservedElements? {
    if !isThere() { return nil }
    guard contents._collectionBase == nil, case .column(let managed) = home else { return home.elements(since: old) }
    return .values(ObservedParts(managed.observedValues(at: contents._resultsCore.computedKeys())))
  }
}
