import AshlarSchema
import AshlarStore

extension _ResultsCore {
  /// Evaluates the results again and records the steps.
  func explained() -> QueryPlan {
    let type = entity.model.name
    guard let core else { return QueryPlan(type: type, count: 0, duration: .zero, steps: []) }
    core.checkConfinement("collection")
    let trace = PlanTrace()
    // A copy is evaluated, so that no cached rows are reused.
    let again = _ResultsCore(core: core, query: query, exclusively { boundPredicate(core) })
    var count = 0
    let duration = ContinuousClock().measure { count = again.count }
    let isOrdered = again.explainOrder(core, trace) || again.explainKeyOrder(core, trace)
    if !isOrdered { explainRows(core, trace) }
    for step in steps {
      switch step {
      case .filtered: continue
      case .sorted(let descriptors):
        let names = descriptors.map { $0.ascending ? $0.keyPath : $0.keyPath + " descending" }.joined(separator: ", ")
        trace.note(isOrdered ? "order \(names): as the index has it" : "sort by \(names)")
      // The number of rows that were read from the index already shows the limit.
      case .limited(let limit) where isOrdered && limit.offset == 0: continue
      case .distinct(let paths): trace.note("distinct by \(paths.joined(separator: ", "))")
      case .limited(let limit): trace.note(limit.offset == 0 ? "limit \(limit.count)" : "limit \(limit.count), offset \(limit.offset)")
      case .page(let page): trace.note("page of \(page.size)")
      }
    }
    return QueryPlan(type: type, count: count, duration: duration, steps: trace.steps)
  }

  // Records the steps of a read in the order of an index. Returns false, and records nothing, if the rows are not read in such an order.
  private func explainOrder(_ core: _RealmCore, _ trace: PlanTrace) -> Bool {
    guard let wanted = indexOrdered(core, nil), let found = indexOrderedRows(core, wanted) else { return false }
    let step = trace.begin(wanted.order.label, expected: wanted.order.estimate(entity, core))
    // More rows than needed may have been read: an index contains them in blocks.
    trace.end(step, met: wanted.order.isWhole ? found.keys.count : found.read)
    guard !wanted.order.isWhole, let condition = query.condition else { return true }
    let covered = wanted.order.isExact ? Set(wanted.order.conditions.map(\.planText)) : []
    let rest = condition.parts(joinedBy: .and).map(\.planText).filter { !covered.contains($0) }
    let check = trace.begin("check \(rest.joined(separator: " AND "))", expected: found.read)
    trace.end(check, met: found.keys.count)
    return true
  }

  // Records a read of the largest primary keys. Returns false, and records nothing, if they are not read from the index of keys.
  private func explainKeyOrder(_ core: _RealmCore, _ trace: PlanTrace) -> Bool {
    guard let found = largestKeys(core, nil) else { return false }
    let step = trace.begin("primary keys of \(entity.model.name)", expected: nil)
    trace.end(step, met: found.count)
    return true
  }

  private func explainRows(_ core: _RealmCore, _ trace: PlanTrace) {
    guard let condition = query.condition, let predicate = exclusively({ boundPredicate(core) }) else {
      let text: String
      switch source {
      case .table: text = "all rows of \(entity.model.name)"
      case .collection, .values: text = "elements of the collection"
      case .links: text = "backlinks"
      case .unmanaged, .nothing: text = "nothing"
      }
      let step = trace.begin(text, expected: nil)
      return trace.end(step, met: unfilteredCount(core))
    }
    let parts = condition.parts(joinedBy: .and)
      .map { (text: $0.planText, predicate: Predicate($0, entity, core)) }
      .ordered { $0.predicate.nanoseconds < $1.predicate.nanoseconds }
    var rows: [Int64]?
    var action = "check"
    switch source {
    case .table:
      if explainLookup(core, condition, trace) { return }
      let found = RowPlan(predicate, entity, core).candidates({ RowSearch(condition, entity, core) }, trace)
      if let found {
        if found.isExact { return }
        rows = found.keys
      } else {
        action = "scan"
      }
    default:
      let step = trace.begin("elements of the collection", expected: nil)
      rows = withoutConditions.computedKeys()
      trace.end(step, met: rows?.count)
    }
    for part in parts {
      // Indexes do not contain the changes of the open write, so a condition that an index covers must be checked again.
      if action == "check", !core.session.isWriting, trace.covered.contains(part.text) { continue }
      let before = rows?.count ?? core.session.count(entity.ordinal)
      let step = trace.begin("\(action) \(part.text)", expected: before)
      if let known = rows {
        rows = ResultsRun(entity: entity, core: core, predicate: part.predicate).matching(known)
      } else {
        rows = ResultsRun(entity: entity, core: core, predicate: part.predicate).rows().keys
      }
      trace.end(step, met: rows?.count)
      // The first scan reduces the rows that the next parts check.
      action = "check"
    }
  }

  // Records the look-ups that evaluate the only condition. They are used in tables of any size, and no other plan is considered. Returns
  // false, and records nothing, if the results are found differently.
  private func explainLookup(_ core: _RealmCore, _ condition: Condition, _ trace: PlanTrace) -> Bool {
    guard let probe = query.lookup, probe.isUseful(entity, core) else { return false }
    let step = trace.begin(RowSearch.values(probe, condition).label, expected: probe.estimate(entity, core))
    trace.end(step, met: probe.count(entity, core))
    return true
  }

  private func unfilteredCount(_ core: _RealmCore) -> Int { withoutConditions.count }

  private var withoutConditions: _ResultsCore { _ResultsCore(core: core, query: query.unrestricted) }
}

extension RealmCollection where Element: ObjectBase {
  /// Evaluates these results again and returns a report of the evaluation: which indexes were searched, what was scanned, and the number of
  /// rows after each step.
  ///
  /// ```swift
  /// print(people.where { $0.age > 3 && $0.name == "Ann" }.explain())
  /// ```
  ///
  /// Use it to find out why a query is fast or slow. See the guide, *Reading and querying*. Complexity: that of several evaluations.
  public func explain() -> QueryPlan { _resultsCore.explained() }
}
