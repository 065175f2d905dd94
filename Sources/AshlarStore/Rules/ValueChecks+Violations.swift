import AshlarSchema

extension ValueChecks {
  /// Returns a violation for each rule that an unmanaged row breaks. The row number in the violations is -1.
  /// - Parameter keyColumns: The ordinals of the primary key's columns; empty if there is no primary key.
  package func violations(in row: CheckedRows, keyColumns: [Int]) -> [StoredViolation] {
    var found = RuleFindings(limit: .max)
    var rows = RowSet()
    rows.insert(0)
    found.add(rows, firstKey: -1, self, keyColumns: keyColumns, row)
    return found.violations
  }
}

extension ReadSession {
  /// Returns a violation for each rule about values that a row currently breaks; empty if the row does not exist.
  /// - Parameter checks: The rules, prepared for the columns of the session's table; nil for the rules of the file.
  package func valueViolations(_ ordinal: Int, _ key: Int64, _ checks: ValueChecks?) throws(StoreError) -> [StoredViolation] {
    guard let table = table(ordinal), let row = try locate(ordinal, key) else { return [] }
    var found = RuleFindings(limit: .max)
    var rows = RowSet()
    rows.insert(row.slot)
    found.add(
      rows, firstKey: key - Int64(row.slot), checks ?? table.rules.checks, keyColumns: table.keyColumns,
      CheckedRows(self, table, row.base, row.columns))
    return found.violations
  }
}
