import AshlarSchema

/// The rules of a table, as the file states them. Every session of the file obeys these, whether or not its schema contains them.
struct TableRules {
  /// The rules, in the order of the descriptor. Properties have their stored names.
  let stored: [EntityRule]

  init(_ stored: [EntityRule] = []) { self.stored = stored }
}

extension Catalog {
  /// Returns the rules of a table. Complexity: O(types).
  func rules(of table: TableDefinition) -> TableRules {
    TableRules(schema.entity(named: table.entity.storedName)?.rules ?? [])
  }

  /// Sets the indexes and rules of a table, which the file states and every writer of the file maintains.
  func settle(_ table: TableDefinition) {
    table.indexes = indexes(of: table)
    table.rules = rules(of: table)
  }
}
