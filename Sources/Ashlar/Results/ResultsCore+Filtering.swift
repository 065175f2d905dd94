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
    let condition = condition.joiningEqualities(entity, core)
    let filter: ResultsQuery.Filter = query.hasCondition ? .conditions : ResultsQuery.Filter(condition, entity, core)
    // A search of an index needs no columns, so the condition can be bound later.
    let isBound =
      switch filter {
      case .lookup, .keys: core.isFrozen
      case .none, .conditions: true
      }
    var predicate: Predicate?
    if isBound {
      let added = Predicate(condition, entity, core)
      predicate = exclusively { boundPredicate(core) }?.and(added) ?? added
    }
    return _ResultsCore(core: core, query: query.filtered(condition, filter), predicate)
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
