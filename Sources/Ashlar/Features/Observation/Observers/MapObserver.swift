import AshlarSchema
import AshlarStore

/// Observes the entries of a map.
///
/// Invariant: `entries` contains the entries at the last call, in ascending order of keys.
final class MapObserver<Key: _MapKey, Value: RealmCollectionValue>: ContentsObserver<Map<Key, Value>> {
  private let paths: ObservedPaths?
  private var entries: [(key: String, value: ObservedValue)] = []

  /// - Parameter paths: The changes that count as modifications of an entry; nil if the map contains no objects.
  override init(
    _ map: Map<Key, Value>, _ core: _RealmCore, _ paths: ObservedPaths?, _ block: @escaping (RealmMapChange<Map<Key, Value>>) -> Void
  ) {
    self.paths = paths
    super.init(map, core, paths, block)
  }

  // The rows to which the values link.
  override var rows: [Int64] { entries.map(\.value.link).filter { $0 >= 0 } }

  override var readTables: ObservedTables? { ObservedHome(contents)?.tables(paths) }

  override func read() -> Bool {
    guard let now = current() else { return false }
    entries = now
    return true
  }

  override func update(_ changes: ChangeSet) -> MapEdits? {
    let old = entries
    guard let now = read(unchanged: old, changes) else { return nil }
    var reached = paths?.rows(changes, core) { rows } ?? ReachedRows()
    entries = now
    addOrigins(of: rows, changes, to: &reached)
    return MapEdits(from: old, to: now) { [paths] in paths != nil && $0.link >= 0 && reached.contains($0.link) }
  }

  override func removeAll() -> MapEdits? {
    var edits = MapEdits()
    edits.deletions = entries.map(\.key)
    entries = []
    return edits
  }

  private func read(unchanged old: [(key: String, value: ObservedValue)], _ changes: ChangeSet) -> [(key: String, value: ObservedValue)]? {
    guard let home = ObservedHome(contents), !contents.isInvalidated else { return current() }
    return home.hasChanged(in: changes) ? current() : old
  }

  private func current() -> [(key: String, value: ObservedValue)]? {
    if contents.isInvalidated, !remake() { return nil }
    return ObservedHome(contents)?.entries()
  }
}
