import AshlarSchema

/// Compares the rows that an open write has inserted or changed with the rules about values. Only columns that are marked as written are
/// examined; columns whose ordinals differ by a multiple of 64 share a mark.
struct RuleCheck {
  private let session: ReadSession

  init(_ session: ReadSession) { self.session = session }

  /// Throws a `RuleError` if a row in the overlays breaks a rule. The overlays need not be closed. Complexity: O(overlays), plus O(changed
  /// rows) for the overlays in which a column that has a rule was written.
  func run(_ overlays: [Overlay]) throws {
    // Most tables have no rules.
    guard overlays.contains(where: { $0.table.checkMask != 0 && $0.mayHaveStored($0.table.checkMask) }) else { return }
    try violations(overlays).check(path: session.engine.path)
  }

  /// Returns the violations in the overlays, in their order. Throws a `StoreError` if a value cannot be read.
  func violations(_ overlays: [Overlay]) throws -> RuleFindings {
    try session.values.gathering {
      var found = RuleFindings()
      for overlay in overlays where overlay.table.checkMask != 0 && overlay.mayHaveStored(overlay.table.checkMask) {
        let table = overlay.table
        let checks = table.rules.checks
        let rows = overlay.storedRows(checks.mask).intersection(RowSet(liveIn: overlay.cluster))
        if rows.isEmpty { continue }
        found.add(
          rows, firstKey: Int64(overlay.number) << Int64(table.shift), checks, keyColumns: table.keyColumns,
          CheckedRows(session, table, overlay.base, table.fullColumns), stored: overlay.storedRows)
      }
      return found
    }
  }
}
