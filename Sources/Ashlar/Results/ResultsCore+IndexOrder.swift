import AshlarStore

// Rows in the order of an index: the first rows of a sort are read from the index, without finding and sorting all rows.
extension _ResultsCore {
  /// The part of a sort that an index can return: the rows from `offset` on, at most `count`.
  struct IndexOrdered {
    let order: IndexOrder
    let offset: Int
    let count: Int
    let after: PageOfRows.Start?
    /// Whether the results contain only a part of the rows that match, or only the first rows of a sort are requested.
    let isLimited: Bool
  }

  /// Returns the rows of a sort, or its first `most` rows, in the order of an index; nil if no index has the order, if the open write has
  /// changed the table, or if another plan is estimated to be cheaper. If `most` is nil, the arrangement must be a sort, with a limit or a
  /// page or with conditions for the index.
  func indexOrderedKeys(_ core: _RealmCore, _ most: Int?) -> [Int64]? {
    guard let wanted = indexOrdered(core, most) else { return nil }
    return indexOrderedRows(core, wanted).map { Array($0.keys.dropFirst(wanted.offset)) }
  }

  /// Returns the part of these results that can be read in the order of an index; nil if there is none. See `indexOrderedKeys`.
  func indexOrdered(_ core: _RealmCore, _ most: Int?) -> IndexOrdered? {
    guard query.isOfTable, arrangement.firstOrder != nil, core.rules.planChoice != .scan, !core.parts.isMigrating,
      core.rules.planChoice == .search || core.session.count(entity.ordinal) >= RowPlan.fewestRows
    else { return nil }
    let wanted: (offset: Int, count: Int, after: PageOfRows.Start?, isLimited: Bool)
    if let first = arrangement.onlyFirst(most) {
      wanted = (first.offset, first.count, nil, true)
    } else if let page = arrangement.onlySortedPage {
      guard page.start == nil || page.isKeyOrder else { return nil }
      wanted = (0, page.size, page.start, true)
    } else if arrangement.steps.count == 1 {
      wanted = (0, .max, nil, false)
    } else {
      return nil
    }
    guard let order = indexOrder(core), wanted.isLimited || !order.conditions.isEmpty, order.isUseful(entity, core) else { return nil }
    return IndexOrdered(
      order: order, offset: wanted.offset, count: wanted.count, after: wanted.after, isLimited: wanted.isLimited)
  }

  /// Reads and returns the rows, including those before `offset`; returns nil if another plan is cheaper.
  func indexOrderedRows(_ core: _RealmCore, _ wanted: IndexOrdered) -> IndexOrder.Rows? {
    let order = wanted.order
    let run = self.run(core)
    var budget = SearchBudget(left: .max / 4)
    if core.rules.planChoice != .search {
      let scan = run.predicate.map { RowPlan($0, entity, core).scanCost }
      budget = SearchBudget(left: scan ?? Int(Double(core.session.count(entity.ordinal)) * ScanCost.first))
      // Conditions that the order's index does not evaluate may match few of its rows, so that another index finds them at a lower cost.
      if !order.isWhole, let search = rowSearch(core) {
        let perRow = SearchCost.row + SearchCost.check + SearchCost.sort
        let cost = search.lookups * SearchCost.scatteredLookup + search.estimate(entity, core) * perRow
        if cost < budget.left { budget = SearchBudget(left: cost) }
      }
    }
    let end = wanted.offset.addingReportingOverflow(wanted.count)
    return order.rows(
      first: end.overflow ? .max : end.partialValue, after: wanted.after, entity, core, &budget,
      matching: order.isWhole ? nil : { run.matching($0) })
  }

  // Returns the read of an index that replaces the sort; nil if no index has the order.
  private func indexOrder(_ core: _RealmCore) -> IndexOrder? {
    switch binding.order {
    case .found(let order): return order
    case .absent: return nil
    case .unknown: break
    }
    let found = arrangement.firstOrder.flatMap { IndexOrder.read($0, query.condition, entity, core) }
    store(order: found)
    return found
  }
}
