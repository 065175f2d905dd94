import AshlarSchema
import AshlarStore

/// A range of values of an integer primary key. The index of other primary keys is not in the order of their values.
struct KeyRange {
  /// The smallest and the largest value; nil if the range is empty.
  private(set) var values: ClosedRange<Int64>?

  /// Returns nil if the condition is not a range of the type's primary key.
  init?(_ condition: Condition, _ entity: _Entity) {
    guard case .test(let path, let test) = condition, case .relates(.order(let comparison), let constant, let options) = test.kind,
      options.isEmpty, path.count == 1, case .name(let name) = path[0], entity.keyColumn >= 0
    else { return nil }
    let property = entity.model.properties[entity.keyColumn]
    guard property.name == name, property.type.form == .integer,
      case .int(let value) = constant.converted(to: property.type)
    else { return nil }
    switch comparison {
    case .less: values = value == .min ? nil : .min...value - 1
    case .lessOrEqual: values = .min...value
    case .greater: values = value == .max ? nil : value + 1 ... .max
    case .greaterOrEqual: values = value ... .max
    case .equal, .notEqual: return nil
    }
  }

  /// Returns nil if the condition is neither a range of the type's primary key nor several such ranges joined by AND.
  init?(whole condition: Condition, _ entity: _Entity) {
    guard entity.keyColumn >= 0 else { return nil }
    guard case .joined(let junction) = condition else {
      self.init(condition, entity)
      return
    }
    guard junction.kind == .and else { return nil }
    var whole: KeyRange?
    for part in condition.parts(joinedBy: .and) {
      guard let range = KeyRange(part, entity) else { return nil }
      whole = whole?.intersection(range) ?? range
    }
    guard let whole else { return nil }
    self = whole
  }

  /// Returns the intersection with another range.
  func intersection(_ other: KeyRange) -> KeyRange {
    var result = self
    if let a = values, let b = other.values, a.overlaps(b) { result.values = a.clamped(to: b) } else { result.values = nil }
    return result
  }

  /// Returns an upper bound of the number of rows in the range of a table with `rows` rows; exact if the table contains every key of the
  /// range.
  func estimate(_ rows: Int) -> Int {
    guard let values else { return 0 }
    let last = UInt64(bitPattern: values.upperBound) &- UInt64(bitPattern: values.lowerBound)
    return last < UInt64(rows) ? Int(last) + 1 : rows
  }

  /// Returns the rows, some of which may have keys outside the range; nil if more than `mostRows` rows or `mostEntries` entries must be
  /// read, or if the range contains half of all integers or more. Rows that the open write has inserted are omitted.
  func rows(_ entity: _Entity, _ core: _RealmCore, mostEntries: Int, mostRows: Int) -> (rows: [Int64], entries: Int)? {
    guard let values else { return ([], 0) }
    return core.reading { () throws(StoreError) in
      try core.session.keyRange(entity.ordinal, values, mostEntries: mostEntries, mostRows: mostRows)
    }
  }

  /// Returns whether the index of keys contains all keys. The index lacks the changes of an open write. In a migration, another property
  /// may become the key, and its index is built at the end of the migration.
  func isUseful(_ core: _RealmCore) -> Bool { !core.session.isWriting && !core.parts.isMigrating }

  /// Returns the keys of the rows whose primary keys are in the range, in ascending order; nil if a scan of the table is cheaper. Requires
  /// `isUseful`.
  func exactRows(_ entity: _Entity, _ core: _RealmCore) -> [Int64]? {
    let count = core.session.count(entity.ordinal)
    var budget = SearchBudget(left: Int(Double(count) * KeyRange.scanCost))
    switch core.rules.planChoice {
    case .scan: return nil
    case .search: budget = SearchBudget(left: .max / 4)
    case .cheapest: if count < RowPlan.fewestRows { return nil }
    }
    // Testing a row costs no more than listing it, because only its key is compared. Each row is therefore charged twice, not with
    // `SearchCost.check`.
    let found = rows(
      entity, core, mostEntries: budget.most(SearchCost.entry), mostRows: budget.most(2 * SearchCost.row))
    return found.map { RowSearch.ascending(keeping($0.rows, entity, core), entity, core) }
  }

  // The cost of comparing the keys of all rows with both bounds, in nanoseconds per row.
  private static let scanCost = 2.5 * ScanCost.unit

  // Returns the rows whose keys are in the range: the index may have returned other rows.
  private func keeping(_ rows: [Int64], _ entity: _Entity, _ core: _RealmCore) -> [Int64] {
    guard let values, var finder = RowFinder(entity.ordinal, core) else { return [] }
    let column = entity.keyColumn
    let layout = entity.layout.columns[column]
    if layout.width == MemoryLayout<Int64>.size, !layout.hasNullFlag {
      return rows.filter { key in
        guard let slot = finder.slot(of: key) else { return false }
        let cells = finder.cluster.base + finder.cluster.columns[column].offset
        return values.contains((cells + slot * layout.width).load(as: Int64.self))
      }
    }
    return rows.filter { key in
      if case .int(let value)? = finder.row(of: key)?.value(column, layout) { values.contains(value) } else { false }
    }
  }
}
