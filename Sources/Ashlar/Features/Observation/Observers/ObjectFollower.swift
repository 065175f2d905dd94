import AshlarSchema
import AshlarStore

/// Determines which properties of one object changed, including changes of objects that key paths reach through them.
struct ObjectFollower {
  /// A changed property.
  struct Change {
    let ordinal: Int
    /// Whether the property itself was written, rather than only an object that is reached through it.
    let isOwn: Bool
  }

  let core: _RealmCore
  let entity: _Entity
  let key: Int64
  private let paths: ObservedPaths
  // One element for each path through linking objects, so that the first property of a changed path is known.
  private var prints: [(ordinal: Int, prints: OriginPrints)] = []

  /// - Parameter base: A Realm of the version relative to which changes are reported.
  init(_ core: _RealmCore, _ entity: _Entity, _ key: Int64, since base: _RealmCore, _ paths: ObservedPaths) {
    self.core = core
    self.entity = entity
    self.key = key
    self.paths = paths
    guard case .paths(let all) = paths.scope else { return }
    for path in all {
      guard var print = OriginPrints(ObservedPaths(paths.entity, .paths([path]))) else { continue }
      _ = print.changed([key], .anything, base)
      prints.append((path[0].ordinal, print))
    }
  }

  /// The row of the object; nil if changes of other rows are also relevant or the session has no table for the type.
  var onlyRow: ObservedRow? {
    if case .paths(let all) = paths.scope, all.contains(where: { $0.count > 1 || $0[0].isOrigin }) { return nil }
    return core.session.table(entity.ordinal).map { ObservedRow(table: $0.id, key: key) }
  }

  /// Returns whether the row was deleted. Costs O(log deleted rows) and does not read the row, unless the changed rows are unknown.
  func isGone(_ changes: ChangeSet) -> Bool {
    if changes.isAnything { return row == nil }
    guard let table = changes.table(entity, core) else { return false }
    return table.isAnything ? row == nil : table.hasDeleted(key)
  }

  /// The current row; nil if it was deleted.
  var row: _Row? { core.row(entity, key) }

  /// Returns the columns that were written; an empty array if the written columns are unknown.
  func storedColumns(_ changes: ChangeSet) -> [Int] {
    guard let table = core.session.table(entity.ordinal), let changed = changes.tables[table.id], !changed.isAnything,
      let index = changed.index(modified: key)
    else { return [] }
    return entity.layout.columns.indices.filter { changed.hasChanged(index, column: table.columnIds[$0]) }
  }

  /// Returns the properties that changed since the last call, in the order of the schema.
  mutating func changes(_ changes: ChangeSet) -> [Change] {
    let isAnything = changes.isAnything || changes.table(entity, core)?.isAnything == true
    var own = Set(isAnything ? Array(entity.layout.columns.indices) : storedColumns(changes))
    var behind = originChanges(changes)
    if case .paths(let all) = paths.scope {
      own.formIntersection(all.map { $0[0].ordinal })
      behind.formUnion(pathChanges(changes, all, but: own.union(behind)))
    }
    return own.union(behind).sorted().map { Change(ordinal: $0, isOwn: own.contains($0)) }
  }

  /// Returns the properties that may have changed, without reading linking objects.
  func possibleChanges(_ changes: ChangeSet) -> Set<Int> {
    var found = Set(storedColumns(changes))
    for print in prints { found.insert(print.ordinal) }
    if case .paths(let all) = paths.scope { found.formUnion(pathChanges(changes, all, but: found)) }
    return found
  }

  private func pathChanges(_ changes: ChangeSet, _ all: [[ObservedPaths.Hop]], but known: Set<Int>) -> Set<Int> {
    var found: Set<Int> = []
    for path in all where path.count > 1 && !known.contains(path[0].ordinal) && !found.contains(path[0].ordinal) {
      let walk = PathWalk(path, changes, core)
      if walk.isConcerned, walk.forwards([key]).contains(key) { found.insert(path[0].ordinal) }
    }
    return found
  }

  /// Updates the hashes of linking objects. Returns the properties whose linking objects changed.
  mutating func originChanges(_ changes: ChangeSet) -> Set<Int> {
    var found: Set<Int> = []
    for index in prints.indices where !prints[index].prints.changed([key], changes, core).isEmpty { found.insert(prints[index].ordinal) }
    return found
  }

  /// The columns whose changes are delivered.
  var ownColumns: [Int] {
    if case .paths(let all) = paths.scope { Set(all.map { $0[0].ordinal }).sorted() } else { Array(entity.layout.columns.indices) }
  }

  /// Converts a value for delivery: an object to its current state, a collection to nil.
  func told(_ value: Any?) -> Any? {
    switch value {
    case let linked as ObjectBase:
      guard linked._realm !== core else { return linked }
      return core.row(linked._entity, linked._rowAccess.key).map { Swift.type(of: linked)._accessor($0, core) }
    case is _CollectionBase: return nil
    case let value: return value
    }
  }
}
