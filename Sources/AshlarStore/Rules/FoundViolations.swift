import AshlarSchema

/// The rows that break rules about values, found cluster by cluster.
struct FoundViolations {
  /// The violations, up to `limit`, in the order in which clusters were examined: by row, then by rule.
  private(set) var first: [StoredViolation] = []
  /// The number of further violations.
  private(set) var more = 0
  private let limit: Int

  init(limit: Int = RuleError.limit) { self.limit = limit }

  /// Examines rows of a cluster.
  /// - Parameters:
  ///   - firstKey: The object key of the cluster's first row.
  ///   - keyColumn: The ordinal of the primary key; nil if there is none.
  ///   - stored: Returns those of the rows in which a column of a mask was written; nil if all rows are examined.
  mutating func add(
    _ rows: RowSet, firstKey: Int64, _ checks: ValueChecks, keyColumn: Int?, _ cells: CheckedRows,
    stored: ((_ mask: UInt64) -> RowSet)? = nil
  ) {
    var found: [(check: ValueCheck, rows: RowSet)] = []
    var all = RowSet()
    for check in checks.checks {
      let examined = stored.map { rows.intersection($0(check.mask)) } ?? rows
      if examined.isEmpty { continue }
      let broken = check.broken(in: examined, of: cells)
      if broken.isEmpty { continue }
      all.formUnion(broken)
      found.append((check, broken))
    }
    for row in all {
      for (check, rows) in found where rows.contains(row) {
        guard first.count < limit else {
          more += 1
          continue
        }
        first.append(
          StoredViolation(
            check.rule, values: cells.texts(row, check),
            object: StoredViolation.Place(
              type: checks.type, row: firstKey + Int64(row), key: keyColumn.map { cells.keyText(row, $0) })))
      }
    }
  }
}
