import AshlarSchema

/// The violations of unique rules. `session` describes their rows, which must have their final values.
final class UniqueConflicts: UniqueConflictReceiver {
  private let session: ReadSession
  private(set) var findings: RuleFindings
  // The rule of the first violation, and the number of its further violations. Several rules may share one index.
  private var firstRule: UniqueRule?
  private var moreOfFirst = 0

  init(_ session: ReadSession, limit: Int = RuleError.limit) {
    self.session = session
    findings = RuleFindings(limit: limit)
  }

  func text(_ table: TableDefinition, _ column: Int, of row: Int64) throws -> [UInt8] {
    guard let row = try session.locate(table.ordinal, row) else { return [] }
    return Array(Slot.bytes(at: row.base + row.columns[column].offset + row.slot * table.layouts[column].width, in: row.home))
  }

  func add(_ table: TableDefinition, _ index: IndexDefinition, _ rule: UniqueParts, row: Int64, holder: Int64) throws {
    if let firstRule { moreOfFirst += rule.rule == firstRule ? 1 : 0 } else { firstRule = rule.rule }
    try findings.add {
      StoredViolation(
        .unique(rule.rule), values: try index.parts.compactMap { try session.valueText(table, $0, row) },
        object: try session.place(table, row), holder: try session.place(table, holder))
    }
  }

  /// Throws `CatalogError.ruleBroken` if rows break a rule that a migration adds, or that its code has broken.
  func checkMigration(path: String) throws(CatalogError) {
    guard let first = findings.violations.first else { return }
    throw .ruleBroken(path: path, first, more: moreOfFirst)
  }
}
