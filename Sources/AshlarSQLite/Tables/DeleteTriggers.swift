internal import AshlarSchema

/// The delete rules of a type that foreign keys cannot state, as triggers. Foreign keys act on rows that refer to the deleted row; these
/// rules concern the rows to which it refers, or the owners of collections.
struct DeleteTriggers {
  private let table: ObjectTable
  private let layout: CopyLayout

  init(_ table: ObjectTable, in layout: CopyLayout) {
    self.table = table
    self.layout = layout
  }

  /// Returns the statements that create the triggers. The names of the triggers are marked as used in `names`.
  func statements(_ names: inout CopyLayout) -> [String] {
    table.model.rules.compactMap { rule -> String? in
      switch rule {
      case .holderDeleted(let name, let action): holder(name, action, rule, &names)
      case .targetDeleted(let name, .cascade): target(name, &names)
      // The foreign key of the link prevents the deletion.
      case .targetDeleted(_, .deny): nil
      case .primaryKey, .unique, .index, .range, .length, .count, .pattern, .oneOf, .required, .order: nil
      }
    }
  }

  // Returns the trigger for a rule about the objects to which a deleted object links; nil if no table contains the links.
  private func holder(_ property: String, _ action: DeleteRule, _ rule: EntityRule, _ names: inout CopyLayout) -> String? {
    let key = "OLD.\(SQLText.name(table.keyName))"
    let trigger = "CREATE TRIGGER \(SQLText.name(names.unique("\(table.name)_\(property)_\(action.word)")))"
    let on = "ON \(SQLText.name(table.name))"
    // The message of RAISE must be a plain literal, and a literal that contains NUL would be a CAST.
    let message = SQLNames.withoutNUL("The \(rule.name(of: table.model.name)) denies the deletion")
    let refusal = "BEGIN SELECT RAISE(ABORT, \(SQLText.literal(message))); END"
    if let column = table.columns.first(where: { table.model.properties[$0.ordinal].name == property }), let target = column.target {
      let link = "OLD.\(SQLText.name(column.name))"
      switch action {
      case .deny: return "\(trigger) BEFORE DELETE \(on) WHEN \(link) IS NOT NULL \(refusal)"
      case .cascade: return "\(trigger) AFTER DELETE \(on) WHEN \(link) IS NOT NULL BEGIN \(delete(target, "= \(link)")); END"
      }
    }
    guard let (collection, target) = collection(property) else { return nil }
    let elements =
      "FROM \(SQLText.name(collection.name)) WHERE \(SQLText.name(CollectionTable.owner)) = \(key) "
      + "AND \(SQLText.name(CollectionTable.value)) IS NOT NULL"
    switch action {
    case .deny: return "\(trigger) BEFORE DELETE \(on) WHEN EXISTS (SELECT 1 \(elements)) \(refusal)"
    // The trigger is executed before the deletion, because the rows of the elements are deleted with their owner.
    case .cascade:
      return "\(trigger) BEFORE DELETE \(on) BEGIN \(delete(target, "IN (SELECT \(SQLText.name(CollectionTable.value)) \(elements))")); END"
    }
  }

  // Returns the trigger for the rule that deleting an object also deletes the objects whose collections contain it; nil if the property is
  // a single link, whose foreign key states the rule.
  private func target(_ property: String, _ names: inout CopyLayout) -> String? {
    guard let (collection, target) = collection(property) else { return nil }
    let other = layout.tables[target]
    let owners =
      "SELECT \(SQLText.name(CollectionTable.owner)) FROM \(SQLText.name(collection.name)) "
      + "WHERE \(SQLText.name(CollectionTable.value)) = OLD.\(SQLText.name(other.keyName))"
    guard let index = layout.table(of: table.model.name) else { return nil }
    return "CREATE TRIGGER \(SQLText.name(names.unique("\(table.name)_\(property)_linked"))) BEFORE DELETE ON \(SQLText.name(other.name)) "
      + "BEGIN \(delete(index, "IN (\(owners))")); END"
  }

  private func collection(_ property: String) -> (CollectionTable, target: Int)? {
    for collection in table.collections where table.model.properties[collection.ordinal].name == property {
      if case .link(let target) = collection.element { return (collection, target) }
    }
    return nil
  }

  private func delete(_ target: Int, _ condition: String) -> String {
    let other = layout.tables[target]
    return "DELETE FROM \(SQLText.name(other.name)) WHERE \(SQLText.name(other.keyName)) \(condition)"
  }
}
