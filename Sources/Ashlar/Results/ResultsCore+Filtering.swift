import AshlarSchema
import AshlarStore

extension _ResultsCore {
  /// Returns these results with a further condition.
  @usableFromInline func filtered(_ query: Query<Bool>) -> _ResultsCore { filtered(query.condition()) }

  func filtered(_ condition: Condition) -> _ResultsCore {
    requireRealm()
    guard let core else { return self }
    core.checkConfinement("collection")
    if arrangement.isLimited {
      misuse(.query("Results that are limited cannot be filtered: call 'where' or 'filter' before 'limited' and 'page'."))
    }
    let probe = query.hasCondition ? nil : IndexProbe(leaf: condition, entity, core).flatMap { $0.isWhole ? $0 : nil }
    var predicate: Predicate?
    // An index look-up does not use the bound condition, so the condition can be bound later.
    if probe == nil || core.isFrozen {
      let added = Predicate(condition, entity, core)
      predicate = exclusively { boundPredicate(core) }?.and(added) ?? added
    }
    return _ResultsCore(core: core, query: query.filtered(condition, probe), predicate)
  }

  /// Stops the program for unmanaged collections, which support neither conditions nor sorting.
  func requireRealm() {
    if let collection = unmanaged { misuse(.unmanagedCollection(kind: Swift.type(of: collection)._kindName)) }
  }

  /// Returns these results with a further sort, DISTINCT, limit or page; see `ResultsQuery.arranged`.
  func arranged(_ step: Arrangement.Step, _ again: Step) -> _ResultsCore {
    _ResultsCore(core: core, query: query.arranged(step, again), exclusively { binding.predicate })
  }
}
