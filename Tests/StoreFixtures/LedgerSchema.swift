public import AshlarSchema

/// A schema whose objects have unique numbers and names, delete each other, and prevent each other's deletion.
public enum LedgerSchema {
  /// A table of accounts with a unique number and a unique name, whose level is from 0 to 9.
  public static let account = 0
  /// A table of entries, which are deleted with their account. A link to another entry is one-to-one.
  public static let entry = 1
  /// A table of locks, which prevent the deletion of their account.
  public static let lock = 2
  /// A table of owners, whose accounts are deleted with them.
  public static let owner = 3

  /// Ordinals by name.
  public static let ordinals = ["Account": account, "Entry": entry, "Lock": lock, "Owner": owner]

  /// The model of a version: those with even numbers have the rules. The number of accounts has an index in every version, all other unique
  /// properties only with their rules.
  /// - Parameter features: The names of the features whose rules it has.
  public static func model(_ version: UInt64, features: [String] = features) -> SchemaModel {
    let isRuled = version % 2 == 0
    let isUnique = isRuled && features.contains("unique")
    var account = EntityModel(
      name: "Account",
      properties: [
        PropertyModel(name: "number", type: .int, isIndexed: true),
        PropertyModel(name: "name", type: .string, isOptional: true, isIndexed: isUnique), PropertyModel(name: "level", type: .int),
      ])
    var entry = EntityModel(
      name: "Entry",
      properties: [
        PropertyModel(name: "number", type: .int, isIndexed: isUnique),
        PropertyModel(name: "account", type: .object, isOptional: true, target: "Account"),
        PropertyModel(name: "mate", type: .object, isOptional: true, target: "Entry"),
      ])
    var lock = EntityModel(
      name: "Lock", properties: [PropertyModel(name: "account", type: .object, isOptional: true, target: "Account")])
    var owner = EntityModel(
      name: "Owner",
      properties: [
        PropertyModel(name: "id", type: .int, isPrimaryKey: true),
        PropertyModel(name: "accounts", type: .object, collection: .list, target: "Account"),
      ])
    if isUnique {
      account.rules += [.unique(UniqueRule(["number"])), .unique(UniqueRule(["name"]))]
      entry.rules += [.unique(UniqueRule(["number"])), .unique(UniqueRule(["mate"]))]
    }
    if isRuled, features.contains("deletes") {
      entry.rules.append(.targetDeleted("account", .cascade))
      lock.rules.append(.targetDeleted("account", .deny))
      owner.rules.append(.holderDeleted("accounts", .cascade))
    }
    if isRuled, features.contains("checks") {
      account.rules.append(.range("level", ValueBounds(low: .int(0), high: .int(9))))
      owner.rules.append(.count("accounts", CountBounds(high: 3)))
    }
    var entities = [account, entry, lock, owner]
    for index in entities.indices { entities[index].rules = EntityRule.sorted(entities[index].rules) }
    return SchemaModel(name: "Ledger", version: version, entities: entities)
  }

  /// The names of the features of a file with the rules, ascending.
  public static let features = ["checks", "deletes", "unique"]
}
