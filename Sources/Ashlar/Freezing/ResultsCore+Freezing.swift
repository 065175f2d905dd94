import AshlarSchema
import AshlarStore

extension ResultsCore {
  /// What was done to the source, in order, for doing it again in another Realm.
  enum Step {
    case filtered(Condition)
    case sorted([SortDescriptor])
    case sortedValues(ascending: Bool)
  }

  nonisolated var isFrozen: Bool { core?.isFrozen ?? false }

  func frozen(_ kind: String) -> ResultsCore {
    guard let core else { misuse(.unmanagedCollection(kind: kind)) }
    if core.isFrozen { return self }
    let target = core.frozenCore()
    if isInvalidated { misuse(.invalidated(type: kind)) }
    guard let moved = moved(from: core, to: target) else { misuse(.frozenWhereCreated(type: entity.model.name)) }
    return moved
  }

  func thawed(_ kind: String) -> ResultsCore? {
    guard let core else { misuse(.unmanagedCollection(kind: kind)) }
    return core.isFrozen ? moved(from: core, to: core.thawedCore()) : self
  }

  // The same results in another Realm of the file; nil when the object is not there that they hang on.
  private func moved(from core: RealmCore, to target: RealmCore) -> ResultsCore? {
    let moved: Source
    switch source {
    case .table: moved = .table
    case .nothing: moved = .nothing
    case .collection(let collection):
      guard let collection = collection.moved(to: target) else { return nil }
      moved = .collection(collection)
    case .values(let collection, _):
      guard let collection = collection.moved(to: target) else { return nil }
      moved = .values(collection, ascending: nil)
    case .links(let links):
      guard let links = links.moved(to: target) else { return nil }
      moved = .links(links)
    }
    return steps.reduce(ResultsCore(core: target, source: moved, entity: entity)) { results, step in
      switch step {
      case .filtered(let condition): results.filtered(condition.moved(from: core, to: target))
      case .sorted(let descriptors): results.sorted(descriptors)
      case .sortedValues(let ascending): results.sortedValues(ascending: ascending)
      }
    }
  }
}

extension Condition {
  /// The same condition in another Realm of the file: rows of the one become rows of the other.
  func moved(from core: RealmCore, to target: RealmCore) -> Condition {
    switch self {
    case .compare(let path, let comparison, .object(let key, let type, let ordinal, let context)) where context == core.context:
      .compare(path, comparison, .object(key: key, type: type, ordinal: ordinal, context: target.context))
    case .and(let a, let b): .and(a.moved(from: core, to: target), b.moved(from: core, to: target))
    case .or(let a, let b): .or(a.moved(from: core, to: target), b.moved(from: core, to: target))
    case .not(let a): .not(a.moved(from: core, to: target))
    case .constant, .compare, .comparePaths, .text, .kind, .count: self
    }
  }
}
