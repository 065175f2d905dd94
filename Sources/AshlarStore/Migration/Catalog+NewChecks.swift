import AshlarSchema

extension Catalog {
  /// Returns the rules about values of a table in two lists: `new` contains the rules that rows of the file may break even if no code has
  /// changed these rows, and `kept` those that the file already enforces. A rule is in `new` if it was added or narrowed, or if it concerns
  /// a column that is new or whose type or optionality has changed: when a column becomes required, nil becomes 0.
  /// - Parameters:
  ///   - table: A table of this catalog.
  ///   - before: The catalog before the migration.
  func newChecks(of table: TableDefinition, after before: Catalog) -> (new: ValueChecks, kept: ValueChecks) {
    let checks = table.rules.checks
    guard let new = tables.first(where: { $0.id == table.id }), let entity = schema.entity(named: new.name),
      let old = before.tables.first(where: { $0.id == table.id }), let oldEntity = before.schema.entity(named: old.name)
    else { return (checks, ValueChecks()) }
    // The former names of columns whose cells remain as they are.
    var formerNames: [String: String] = [:]
    for column in entity.columns {
      guard let number = new.number(of: column.storedName), let former = old.columns.first(where: { $0.number == number })?.name,
        let was = oldEntity.column(storedAs: former), was.type == column.type, was.isOptional == column.isOptional,
        was.collection == column.collection
      else { continue }
      formerNames[column.storedName] = former
    }
    func isKept(_ rule: EntityRule) -> Bool {
      guard rule.properties.allSatisfy({ formerNames[$0] != nil }) else { return false }
      let former = rule.renaming(formerNames)
      return oldEntity.rules.contains { $0.kind == former.kind && $0.properties == former.properties && $0.implies(former) }
    }
    return (checks.filter { !isKept($0) }, checks.filter(isKept))
  }
}
