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
  public static func model(_ version: UInt64) -> SchemaModel {
    let hasRules = version % 2 == 0
    var account = EntityModel(
      name: "Account",
      properties: [
        PropertyModel(name: "number", type: .int, isIndexed: true),
        PropertyModel(name: "name", type: .string, isOptional: true, isIndexed: hasRules), PropertyModel(name: "level", type: .int),
      ])
    var entry = EntityModel(
      name: "Entry",
      properties: [
        PropertyModel(name: "number", type: .int, isIndexed: hasRules),
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
    if hasRules {
      account.rules = EntityRule.sorted([
        .unique(UniqueRule(["number"])), .unique(UniqueRule(["name"])), .range("level", ValueBounds(low: .int(0), high: .int(9))),
      ])
      entry.rules = EntityRule.sorted([
        .unique(UniqueRule(["number"])), .unique(UniqueRule(["mate"])), .targetDeleted("account", .cascade),
      ])
      lock.rules = [.targetDeleted("account", .deny)]
      owner.rules = EntityRule.sorted([.holderDeleted("accounts", .cascade), .count("accounts", CountBounds(high: 3))])
    }
    return SchemaModel(name: "Ledger", version: version, entities: [account, entry, lock, owner])
  }

  /// The names of the features of a file with the rules, ascending.
  public static let features = ["checks", "deletes", "unique"]
}
