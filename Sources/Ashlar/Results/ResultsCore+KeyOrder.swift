import AshlarSchema
import AshlarStore

// Reads of the index of primary keys instead of a scan. Only the largest integer keys can be read: the index sorts negative keys after all
// others, and keys that are not integers by their hashes.
extension _ResultsCore {
  /// Returns the first rows of a sort of all rows by their primary keys in descending order: those from the limit's offset on, or the first
  /// `most` rows if there is no limit. Returns nil for other results and orders, or if a scan is cheaper.
  func largestKeys(_ core: _RealmCore, _ most: Int?) -> [Int64]? {
    guard query.isOfTable, !query.hasCondition, let wanted = arrangement.onlyFirst(most), wanted.order.isDescendingKey(entity)
    else { return nil }
    return largestKeys(core, first: wanted.offset + wanted.count, scanCost: ScanCost.first).map { Array($0.dropFirst(wanted.offset)) }
  }

  /// Returns the largest primary key of all rows; nil if the column is not that of an integer primary key, or if a scan is cheaper. The
  /// value is nil if there are no rows.
  func largestKey(_ ordinal: Int) -> FoundExtreme? {
    guard let core, query.isWholeTable, ordinal == entity.keyColumn, entity.model.properties[ordinal].type.form == .integer
    else { return nil }
    exclusively { prepare(core) }
    guard let rows = largestKeys(core, first: 1, scanCost: 3 * ScanCost.unit) else { return nil }
    guard let row = rows.first else { return FoundExtreme(value: nil) }
    var finder = RowFinder(entity.ordinal, core)
    return finder?.row(of: row).map { FoundExtreme(value: $0.value(ordinal, entity.layout.columns[ordinal])) }
  }

  // Returns the rows with the largest keys; nil if a scan, which costs `scanCost` nanoseconds per row, is cheaper. The index of keys lacks
  // the rows of a migration.
  private func largestKeys(_ core: _RealmCore, first count: Int, scanCost: Double) -> [Int64]? {
    guard !core.parts.isMigrating else { return nil }
    let rows = core.session.count(entity.ordinal)
    var budget = SearchBudget(left: Int(Double(rows) * scanCost))
    switch core.rules.planChoice {
    case .search: budget = SearchBudget(left: .max / 4)
    case .cheapest: guard rows >= RowPlan.fewestRows, budget.take(count * SearchCost.check) else { return nil }
    case .scan: return nil
    }
    let mostEntries = budget.most(SearchCost.entry)
    return core.reading { () throws(StoreError) in
      try core.session.largestKeys(entity.ordinal, count, mostEntries: mostEntries)
    }
  }
}

extension SortOrder {
  // Returns whether the order is that of an integer primary key, descending.
  fileprivate func isDescendingKey(_ entity: _Entity) -> Bool {
    guard terms.count == 1, let term = terms.first, !term.ascending, term.path.isDirect, !term.path.hasInner else { return false }
    return term.path.column == entity.keyColumn && term.path.property.type.form == .integer
  }
}
