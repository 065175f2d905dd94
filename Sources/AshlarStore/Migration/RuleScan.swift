import AshlarSchema

/// Compares the rows of an existing file with rules about values.
struct RuleScan {
  /// A rule that rows break.
  struct Fault {
    /// The violation by the first row that breaks the rule; the second row is the holder.
    var violation: StoredViolation
    /// The number of rows that break it beyond these two.
    var more = 0
  }

  private let table: TableDefinition
  private let session: ReadSession

  /// - Parameters:
  ///   - table: The definition with the rules and the primary key.
  ///   - session: The session that contains the rows. Its definition of the table has the same columns.
  init(_ table: TableDefinition, _ session: ReadSession) {
    self.table = table
    self.session = session
  }

  /// Throws `CatalogError.ruleBroken` for the first rule of `checks` that a row breaks, including the changes of an open write. Complexity:
  /// O(rows × checks).
  func check(_ checks: ValueChecks, path: String) throws {
    if checks.isEmpty { return }
    try refuse(try faults(checks), path)
  }

  /// Checks only the rows in clusters that the open write has changed, like `check(_:path:)`.
  func checkChanged(_ checks: ValueChecks, in transaction: WriteTransaction, path: String) throws {
    if checks.isEmpty { return }
    let overlays = transaction.overlays.filter { $0.table.id == table.id }.ordered { $0.number < $1.number }
    try refuse(
      try faults(checks) { visit in
        for overlay in overlays { visit(Int64(overlay.number) << Int64(table.shift), overlay.base) }
      }, path)
  }

  private func refuse(_ faults: [Fault], _ path: String) throws {
    if let fault = faults.first { throw fault.error(path: path) }
  }

  /// Returns the rules of `checks` that rows break, in the order of `checks`.
  func faults(_ checks: ValueChecks) throws -> [Fault] {
    try faults(checks) { visit in try session.walkClusters(table.ordinal) { visit($0, $1) } }
  }

  private func faults(
    _ checks: ValueChecks, _ forEachCluster: (_ visit: (_ firstKey: Int64, _ base: UnsafeMutableRawPointer) -> Void) throws -> Void
  ) throws -> [Fault] {
    var faults = [Fault?](repeating: nil, count: checks.checks.count)
    try session.values.gathering {
      try forEachCluster { firstKey, base in
        let cells = CheckedRows(session, table, base, session.columns(table, Int(firstKey >> Int64(table.shift)), base))
        let rows = RowSet(liveIn: Cluster(base))
        for (index, check) in checks.checks.enumerated() {
          for row in check.broken(in: rows, of: cells) {
            guard var fault = faults[index] else {
              faults[index] = Fault(
                violation: StoredViolation(
                  check.rule, values: cells.texts(row, check), object: place(firstKey, row, cells, checks.type)))
              continue
            }
            if fault.violation.holder == nil { fault.violation.holder = place(firstKey, row, cells, checks.type) } else { fault.more += 1 }
            faults[index] = fault
          }
        }
      }
    }
    return faults.compactMap(\.self)
  }

  private func place(_ firstKey: Int64, _ row: Int, _ cells: CheckedRows, _ type: String) -> StoredViolation.Place {
    StoredViolation.Place(
      type: type, row: firstKey + Int64(row), key: cells.keyText(row, table.keyColumns))
  }
}

extension RuleScan.Fault {
  /// The error of an opening that would add or narrow the rule.
  func error(path: String) -> CatalogError { .ruleBroken(path: path, violation, more: more) }
}
