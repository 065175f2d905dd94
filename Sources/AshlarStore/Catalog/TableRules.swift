import AshlarSchema

/// The rules of a table in the file. Every session of the file obeys them, whether or not its schema contains them.
struct TableRules {
  /// The delete rules, each with the ordinal of its link column, in the order of the descriptor. Rules contain the file's names.
  let deletes: [(column: Int, rule: EntityRule)]
  /// The rules about the values of single objects, prepared for the columns of the table.
  let checks: ValueChecks

  init(deletes: [(column: Int, rule: EntityRule)] = [], checks: ValueChecks = ValueChecks()) {
    (self.deletes, self.checks) = (deletes, checks)
  }
}

extension Catalog {
  /// Returns the rules of a table. Complexity: O(types).
  func rules(of table: TableDefinition) -> TableRules {
    // Names in the file may have changed since the definition was created, but numbers never do.
    guard let stored = tables.first(where: { $0.id == table.id }), let rules = schema.entity(named: stored.name)?.rules, !rules.isEmpty
    else { return TableRules() }
    func column(_ name: String) -> Int? { stored.number(of: name).flatMap { table.columnIds.firstIndex(of: $0) } }
    let deletes = rules.filter { $0.deleteRule != nil }.compactMap { rule in
      rule.properties.first.flatMap(column).map { (column: $0, rule: rule) }
    }
    return TableRules(deletes: deletes, checks: ValueChecks(rules, of: stored.name, { table.layouts[$0] }, column: column))
  }

  /// Sets the indexes and rules of a table to those in this catalog, which every writer of the file maintains.
  func settle(_ table: TableDefinition) {
    table.indexes = indexes(of: table)
    table.rules = rules(of: table)
  }
}
