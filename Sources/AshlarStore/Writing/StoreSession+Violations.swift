import AshlarSchema

extension StoreSession {
  /// Returns the violations of rules about values with which a commit of the open write would fail now, at most `RuleError.limit`, and the
  /// number of further violations; none if no write is open. Complexity: O(changed rows).
  package func valueViolations() throws -> (violations: [StoredViolation], more: Int) {
    guard let transaction else { return ([], 0) }
    let overlays = transaction.overlays.ordered { $0.table.clusterKey($0.number) < $1.table.clusterKey($1.number) }
    let found = try RuleCheck(self).violations(overlays)
    return (found.violations, found.more)
  }
}
