import AshlarSchema
import AshlarStore

/// Observes one object.
final class ObjectObserver<Observed: ObjectBase>: Observer {
  /// A property that changed.
  struct Change {
    let ordinal: Int
    /// Whether it was stored to itself, or only something behind it.
    let isOwn: Bool
  }

  private let type: Observed.Type
  private var object: Observed?
  private let block: (ObjectChange<Observed>) -> Void
  private let core: _RealmCore
  private let entity: _Entity
  private let key: Int64
  private let paths: ObservedPaths
  // For each path its own, so that its first property can be told.
  private var prints: [(ordinal: Int, prints: OriginPrints)] = []
  // By column: the value at the last call, nil inside for one that this instance has changed.
  private var olds: [Int: Any?] = [:]

  /// - Parameters:
  ///   - object: the object, which the calls are given as long as it is valid.
  ///   - base: the version to count from.
  init(
    _ object: Observed?, _ type: Observed.Type, _ entity: _Entity, _ key: Int64, _ core: _RealmCore, since base: _RealmCore,
    _ paths: ObservedPaths, _ block: @escaping (ObjectChange<Observed>) -> Void
  ) {
    self.object = object
    self.type = type
    self.entity = entity
    self.key = key
    self.core = core
    self.paths = paths
    self.block = block
    super.init()
    if case .paths(let all) = paths.scope {
      for path in all {
        guard var print = OriginPrints(ObservedPaths(paths.entity, .paths([path]))) else { continue }
        _ = print.changed([key], .anything, base)
        prints.append((path[0].ordinal, print))
      }
    }
  }

  override var hasFirstCall: Bool { false }
  override var remembers: Bool { true }

  override func remember(_ changes: ChangeSet, from old: _RealmCore) {
    let columns = storedColumns(changes).filter { olds[$0] == nil }
    guard !columns.isEmpty, let row = old.row(entity, key) else { return }
    let before = type.init(row, old)
    for column in columns { olds[column] = .some(value(before, column)) }
  }

  override func forget(_ changes: ChangeSet) {
    for column in storedColumns(changes) where olds[column] == nil { olds[column] = .some(nil) }
  }

  // Objects as they are now.
  private func value(_ object: ObjectBase, _ column: Int) -> Any? {
    if entity.model.properties[column].collection != .none { return nil }
    switch object._value(at: column) {
    case let linked as ObjectBase:
      guard linked._realm !== core else { return linked }
      return core.row(linked._entity, linked._row.key).map { Swift.type(of: linked).init($0, core) }
    case is _CollectionBase: return nil
    case let value: return value
    }
  }

  private func storedColumns(_ changes: ChangeSet) -> [Int] {
    guard let table = core.session.table(entity.ordinal), let changed = changes.tables[table.id], !changed.isAnything,
      let index = changed.index(modified: key)
    else { return [] }
    return entity.layout.columns.indices.filter { changed.hasChanged(index, column: table.columnIds[$0]) }
  }

  override func skip(_ changes: ChangeSet) {
    olds = [:]
    _ = originChanges(changes)
  }

  override func tell(_ changes: ChangeSet) -> Bool {
    guard let row = core.row(entity, key) else {
      block(.deleted)
      return true
    }
    let object = live(row)
    let found = self.changes(changes)
    let olds = olds
    self.olds = [:]
    if found.isEmpty { return false }
    block(
      .change(
        object,
        found.map { change in
          PropertyChange(
            name: entity.model.properties[change.ordinal].name, oldValue: change.isOwn ? olds[change.ordinal] ?? nil : nil,
            newValue: change.isOwn ? value(object, change.ordinal) : nil)
        }))
    return false
  }

  private func live(_ row: _Row) -> Observed {
    if let object, object._isValid() { return object }
    let made = type.init(row, core)
    object = made
    return made
  }

  // In the order of the schema.
  private func changes(_ changes: ChangeSet) -> [Change] {
    let isAnything = changes.isAnything || changes.table(entity, core)?.isAnything == true
    var own = Set(isAnything ? Array(entity.layout.columns.indices) : storedColumns(changes))
    var behind = originChanges(changes)
    if case .paths(let all) = paths.scope {
      own.formIntersection(all.map { $0[0].ordinal })
      for path in all where path.count > 1 && !behind.contains(path[0].ordinal) && !own.contains(path[0].ordinal) {
        let walk = PathWalk(path, changes, core)
        if walk.isConcerned, walk.forwards([key]).contains(key) { behind.insert(path[0].ordinal) }
      }
    }
    return own.union(behind).sorted().map { Change(ordinal: $0, isOwn: own.contains($0)) }
  }

  private func originChanges(_ changes: ChangeSet) -> Set<Int> {
    var found: Set<Int> = []
    for index in prints.indices where !prints[index].prints.changed([key], changes, core).isEmpty { found.insert(prints[index].ordinal) }
    return found
  }
}
