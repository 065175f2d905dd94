@testable import AshlarSchema

/// A type with every kind of rule, and the types to which it links.
enum RuledModel {
  static let account: EntityModel = {
    var entity = EntityModel(
      name: "Account", storedName: "accounts",
      properties: [
        PropertyModel(name: "code", type: .string, isIndexed: true),
        PropertyModel(name: "tenant", storedName: "owner", type: .object, isOptional: true, target: "Tenant"),
        PropertyModel(name: "login", type: .string),
        PropertyModel(name: "deletedAt", type: .date, isOptional: true),
        PropertyModel(name: "active", type: .bool),
        PropertyModel(name: "age", type: .int8),
        PropertyModel(name: "price", type: .decimal128),
        PropertyModel(name: "tags", type: .string, collection: .set),
        PropertyModel(name: "parts", type: .object, collection: .list, target: "Tenant"),
        PropertyModel(name: "status", type: .string, enumName: "Status"),
        PropertyModel(name: "opened", type: .date),
        PropertyModel(name: "closed", type: .date, isOptional: true),
        PropertyModel(name: "any", type: .any),
      ])
    entity.rules = [
      .unique(UniqueRule(["code"])), .unique(UniqueRule(["owner", "login"], nilCounts: true)),
      .unique(UniqueRule(["login"], condition: .init(property: "deletedAt", value: nil))),
      .unique(UniqueRule(["login"], condition: .init(property: "active", value: true))),
      .unique(UniqueRule(["login"], condition: .init(property: "active", value: false))),
      .index(["owner", "opened"]), .range("age", ValueBounds(low: .int(0), high: .int(120))),
      .range("price", ValueBounds(low: .decimal128(low: 0, high: 0x3040_0000_0000_0000), excludesLow: true)),
      .length("login", CountBounds(low: 1, high: 40)), .count("tags", CountBounds(high: 20)), .pattern("login", "[a-z]*"),
      .oneOf("status", [.string("open"), .string("closed")]), .required("owner"), .required("any"),
      .order("opened", .lessOrEqual, "closed"), .holderDeleted("parts", .cascade), .targetDeleted("owner", .deny),
    ]
    return entity
  }()

  static let seat: EntityModel = {
    var entity = EntityModel(
      name: "Seat",
      properties: [
        PropertyModel(name: "hall", type: .int), PropertyModel(name: "row", type: .int), PropertyModel(name: "number", type: .string),
      ])
    entity.rules = [.primaryKey(["hall", "row", "number"])]
    return entity
  }()

  static let status = EnumModel(
    name: "Status", rawType: .string,
    cases: [EnumCaseModel(name: "open", rawValue: .string("open")), EnumCaseModel(name: "closed", rawValue: .string("closed"))])

  static let schema = SchemaModel(
    name: "Shop", entities: [account, seat, EntityModel(name: "Tenant", properties: [])], enums: [status])

  /// The same schema without rules.
  static var plain: SchemaModel {
    var plain = schema
    for index in plain.entities.indices { plain.entities[index].rules = [] }
    return plain
  }

  /// The schema with other rules of accounts.
  static func with(_ rules: [EntityRule], _ change: (inout EntityModel) -> Void = { _ in }) -> SchemaModel {
    var account = account
    account.rules = rules
    change(&account)
    return SchemaModel(name: "Shop", entities: [account, EntityModel(name: "Tenant", properties: [])], enums: [status])
  }
}
