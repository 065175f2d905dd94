import AshlarSchema

/// The rules of a table, as the file states them. Every session of the file obeys these, whether or not its schema contains them.
struct TableRules {
  /// The rules, in the order of the descriptor. Properties have their stored names.
  let stored: [EntityRule]
  /// The rules about the values of single objects, prepared for the columns of the table.
  let checks: ValueChecks

  init(_ stored: [EntityRule] = [], checks: ValueChecks = ValueChecks()) { (self.stored, self.checks) = (stored, checks) }
}

extension Catalog {
  /// Returns the rules of a table. Complexity: O(types).
  func rules(of table: TableDefinition) -> TableRules {
    // Names in the file may have changed since the definition was created, but numbers never do.
    guard let stored = tables.first(where: { $0.id == table.id }), let rules = schema.entity(named: stored.name)?.rules, !rules.isEmpty
    else { return TableRules() }
    let checks = ValueChecks(rules, of: stored.name, { table.layouts[$0] }) { name in
      stored.number(of: name).flatMap { table.columnIds.firstIndex(of: $0) }
    }
    return TableRules(rules, checks: checks)
  }

  /// Sets the indexes and rules of a table, which the file states and every writer of the file maintains.
  func settle(_ table: TableDefinition) {
    table.indexes = indexes(of: table)
    table.rules = rules(of: table)
  }
}
