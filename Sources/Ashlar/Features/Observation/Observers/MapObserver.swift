import AshlarSchema
import AshlarStore

/// Observes the entries of a map.
///
/// Invariant: `entries` are those of the last call, in ascending order of keys.
final class MapObserver<Collection: RealmKeyedCollection & _CollectionBase>: Observer {
  private var collection: Collection
  private let block: (RealmMapChange<Collection>) -> Void
  private let core: _RealmCore
  private let paths: ObservedPaths?
  private var prints: OriginPrints?
  private var entries: [(key: String, value: ObservedValue)] = []
  private var isOver = false

  init(_ collection: Collection, _ core: _RealmCore, _ paths: ObservedPaths?, _ block: @escaping (RealmMapChange<Collection>) -> Void) {
    self.collection = collection
    self.core = core
    self.paths = paths
    self.block = block
    prints = paths.flatMap(OriginPrints.init)
  }

  // The rows to which the values link.
  private var rows: [Int64] { entries.map(\.value.link).filter { $0 >= 0 } }

  override func begin() {
    guard let now = read() else {
      isOver = true
      return
    }
    entries = now
    _ = prints?.changed(rows, .anything, core)
    block(.initial(collection))
  }

  override func tell(_ changes: ChangeSet) -> Bool {
    guard let edits = update(changes) else { return isOver }
    if edits.deletions.isEmpty, edits.insertions.isEmpty, edits.modifications.isEmpty { return isOver }
    func keys(_ texts: [String]) -> [Collection.Key] { texts.map { Collection.Key._key($0) } }
    block(
      .update(
        collection, deletions: keys(edits.deletions), insertions: keys(edits.insertions), modifications: keys(edits.modifications)))
    return isOver
  }

  override func skip(_ changes: ChangeSet) { _ = update(changes) }

  private func update(_ changes: ChangeSet) -> (deletions: [String], insertions: [String], modifications: [String])? {
    if isOver { return nil }
    let old = entries
    guard let now = read(unchanged: old, changes) else {
      isOver = true
      entries = []
      return (old.map(\.key), [], [])
    }
    var reached = paths?.rows(changes, core) { rows } ?? ReachedRows()
    entries = now
    if let changed = prints?.changed(rows, changes, core) { reached.keys.formUnion(changed) }
    var (deletions, insertions, modifications): ([String], [String], [String]) = ([], [], [])
    var (i, j) = (0, 0)
    while i < old.count || j < now.count {
      if i < old.count, j < now.count, TextKey(text: old[i].key) == TextKey(text: now[j].key) {
        let isReached = paths != nil && now[j].value.link >= 0 && reached.contains(now[j].value.link)
        if old[i].value != now[j].value || isReached { modifications.append(now[j].key) }
        i += 1
        j += 1
      } else if j == now.count || i < old.count && old[i].key.isBefore(now[j].key) {
        deletions.append(old[i].key)
        i += 1
      } else {
        insertions.append(now[j].key)
        j += 1
      }
    }
    return (deletions, insertions, modifications)
  }

  private func read(unchanged old: [(key: String, value: ObservedValue)], _ changes: ChangeSet) -> [(key: String, value: ObservedValue)]? {
    guard let home = ObservedHome(collection), !collection.isInvalidated else { return read() }
    return home.hasChanged(in: changes) ? read() : old
  }

  private func read() -> [(key: String, value: ObservedValue)]? {
    if collection.isInvalidated {
      guard let again = rebuilt(collection) else { return nil }
      collection = again
    }
    return ObservedHome(collection)?.entries()
  }
}
