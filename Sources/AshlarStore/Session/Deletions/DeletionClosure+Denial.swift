import AshlarSchema

// Finds the rules that refuse a deletion.
extension DeletionClosure {
  /// Returns the violation of a `deny` rule; nil if no rule refuses the deletion. A rule refuses the deletion if it deletes only one end of
  /// a link; rows that are deleted together do not prevent each other's deletion. If there are several violations, returns the first one by
  /// the numbers of tables, columns and rows in the file.
  ///
  /// Complexity: O(rows + their links + the links to them) for columns that deny.
  func denial() throws -> StoredViolation? {
    for deleted in tables {
      let rules = session.deleteRules[deleted.table.ordinal]
      for denial in rules.deniedTargets {
        if let violation = try violation(denial, byTargetsOf: deleted) { return violation }
      }
      for denial in rules.deniedSources {
        if let violation = try violation(denial, bySourcesOf: deleted) { return violation }
      }
    }
    return nil
  }

  private func violation(_ denial: DeleteRules.Denial, byTargetsOf deleted: DeletedRows) throws -> StoredViolation? {
    let others = rows(denial.link.target)
    for key in deleted.keys() {
      var remaining: Set<Int64> = []
      try session.forEachTarget(denial.link, of: key) { target in
        if others?.contains(target) != true { remaining.insert(target) }
      }
      if !remaining.isEmpty { return try violation(denial.rule, key, deleted.table, remaining, denial.link.target) }
    }
    return nil
  }

  private func violation(_ denial: DeleteRules.Denial, bySourcesOf deleted: DeletedRows) throws -> StoredViolation? {
    let others = rows(denial.link.source)
    var lowest: Int64?
    var remaining: Set<Int64> = []
    try session.forEachLink(denial.link, to: deleted, deleted.keys()) { source, target, _ in
      if others?.contains(source) == true { return }
      if let lowest, lowest < target { return }
      if lowest != target { remaining = [] }
      lowest = target
      remaining.insert(source)
    }
    return try lowest.flatMap { try violation(denial.rule, $0, deleted.table, remaining, denial.link.source) }
  }

  private func violation(_ rule: EntityRule, _ key: Int64, _ table: TableDefinition, _ remaining: Set<Int64>, _ ordinal: Int) throws
    -> StoredViolation?
  {
    guard let other = session.tables[ordinal], let first = remaining.min() else { return nil }
    return StoredViolation(
      rule, object: try session.place(table, key), holder: try session.place(other, first), more: remaining.count - 1)
  }
}

extension ReadSession {
  /// Returns the violation because of which the deletion of rows would be refused; nil if it would not be refused. Changes nothing. For a
  /// frozen session, the result applies to its version.
  /// - Parameter keys: The rows by entity ordinal. Rows that do not exist are skipped.
  public func refusal(ofDeleting keys: [Int: [Int64]]) throws -> StoredViolation? {
    guard keys.keys.contains(where: obeysDeleteRules) else { return nil }
    return try DeletionClosure(self, keys).denial()
  }
}
