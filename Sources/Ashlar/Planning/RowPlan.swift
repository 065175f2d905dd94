import AshlarStore

/// Chooses between indexes and a scan by estimated cost. A search that exceeds the cost of the scan is abandoned.
struct RowPlan {
  private let predicate: Predicate
  private let entity: _Entity
  private let core: _RealmCore

  init(_ predicate: Predicate, _ entity: _Entity, _ core: _RealmCore) {
    self.predicate = predicate
    self.entity = entity
    self.core = core
  }

  /// The number of rows below which a table is scanned without considering indexes, because the scan is cheap enough.
  static let fewestRows = 1_024

  /// The cost of testing all rows, in nanoseconds.
  var scanCost: Int { Int(Double(core.session.count(entity.ordinal)) * predicate.nanoseconds) }

  /// Returns the rows that indexes find and those that the open write has changed, some of which may not match the condition; nil if no
  /// index is usable or a scan is cheaper.
  func candidates(_ search: () -> RowSearch?, _ trace: PlanTrace? = nil) -> FoundRows? {
    if core.rules.planChoice == .scan || core.rules.planChoice == .cheapest && core.session.count(entity.ordinal) < RowPlan.fewestRows {
      return nil
    }
    guard let search = search() else { return nil }
    var budget = SearchBudget(left: core.rules.planChoice == .search ? .max / 4 : scanCost)
    if core.session.isWriting, !budget.take(core.session.changedClusterCount(entity.ordinal) * SearchCost.changedCluster) { return nil }
    guard var found = search.run(entity, core, &budget, trace) else { return nil }
    if core.session.isWriting {
      let changed = core.session.changedRows(entity.ordinal)
      if !changed.isEmpty {
        found.keys = RowSearch.ascending(found.keys + changed, entity, core)
        found.isExact = false
      }
    }
    if !found.isExact, !budget.take(found.keys.count * SearchCost.check) { return nil }
    return found
  }
}

extension Predicate {
  /// The estimated cost of a scan per row, in nanoseconds. The parts after the first one are evaluated for some rows only.
  var nanoseconds: Double {
    guard let first = parts.first else { return ScanCost.least }
    return max(ScanCost.least, first.nanoseconds + parts.dropFirst().reduce(0) { $0 + $1.nanoseconds } / 4)
  }
}

extension Predicate.Part {
  fileprivate var nanoseconds: Double {
    switch self {
    case .test(let test): test.nanoseconds
    case .steps(let steps): Double(steps.cost) * ScanCost.rowUnit
    }
  }
}

extension RowTest {
  fileprivate var nanoseconds: Double {
    switch self {
    case .constant: 0
    case .scan(let scan): Double(scan.cost) * (scan.cost > 2 ? ScanCost.textUnit : ScanCost.unit)
    case .members: ScanCost.members
    case .cells: ScanCost.cells
    case .pairs, .counts, .elements, .linked, .computed: Double(cost) * ScanCost.rowUnit
    }
  }
}
