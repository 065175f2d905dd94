import AshlarSchema

extension RuleFindings {
  /// Compares rows of a cluster with rules about values, and adds the violations by row, then by rule.
  /// - Parameters:
  ///   - firstKey: The object key of the cluster's first row.
  ///   - keyColumns: The ordinals of the primary key's columns; empty if there is no primary key.
  ///   - stored: Returns the rows in which a column of a mask was written; nil if all of `rows` are compared.
  mutating func add(
    _ rows: RowSet, firstKey: Int64, _ checks: ValueChecks, keyColumns: [Int], _ cells: CheckedRows,
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
        add {
          StoredViolation(
            check.rule, values: cells.texts(row, check),
            object: StoredViolation.Place(
              type: checks.type, row: firstKey + Int64(row), key: cells.keyText(row, keyColumns)))
        }
      }
    }
  }
}
