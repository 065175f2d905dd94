import AshlarSchema
import AshlarStore

extension _ResultsCore {
  nonisolated var isFrozen: Bool { core?.isFrozen ?? false }

  func frozen(_ kind: String) -> _ResultsCore {
    guard let core else { misuse(.unmanagedCollection(kind: kind)) }
    if core.isFrozen { return self }
    let target = core.frozenCore()
    if isInvalidated { misuse(.invalidated(type: kind)) }
    guard let moved = moved(from: core, to: target) else { misuse(.frozenWhereCreated(type: entity.model.name)) }
    return moved
  }

  func thawed(_ kind: String) -> _ResultsCore? {
    guard let core else { misuse(.unmanagedCollection(kind: kind)) }
    return core.isFrozen ? moved(from: core, to: core.thawedCore()) : self
  }

  // Returns the same results in another Realm of the file; nil if the object that owns their source does not exist there.
  func moved(from core: _RealmCore, to target: _RealmCore) -> _ResultsCore? {
    guard let moved = source.moved(to: target) else { return nil }
    return steps.reduce(_ResultsCore(core: target, source: moved, entity: entity)) { results, step in
      switch step {
      case .filtered(let condition): results.filtered(condition.moved(from: core, to: target))
      case .sorted(let descriptors): results.sorted(descriptors)
      case .distinct(let keyPaths): results.distinct(keyPaths)
      case .limited(let limit): results.limited(to: limit.count, offset: limit.offset)
      case .page(let page): results.arranged(page.moved(to: results.arrangement.lastOrder))
      }
    }
  }

  private func arranged(_ page: PageOfRows) -> _ResultsCore { arranged(.page(page), .page(page)) }
}

extension Condition {
  /// Returns the same condition for another Realm of the file: objects of `core` become objects of `target`.
  func moved(from core: _RealmCore, to target: _RealmCore) -> Condition {
    func moved(_ constant: QueryConstant) -> QueryConstant {
      guard case .object(let key, let type, let ordinal, let context) = constant, context == core.context else { return constant }
      return .object(key: key, type: type, ordinal: ordinal, context: target.context)
    }
    return rewriting(paths: { $0 }, constants: moved)
  }
}
