import AshlarSchema

@testable import Ashlar

// Types with unique rules of one and of several properties, with and without primary keys.
private enum Matched {
  static let schema = _LinkedSchema(SchemaModel(name: "Matched", version: 1, entities: [contact, account, folder]))

  private static var contact: EntityModel {
    var entity = EntityModel(
      name: "Contact",
      properties: [
        property("email", .string, .none) { ($0.isOptional, $0.isIndexed) = (true, true) }, property("name", .string, .none),
        property("age", .int, .none), property("best", .object, target: "Contact"), property("tags", .string, .list),
      ])
    entity.rules = EntityRule.sorted([.unique(UniqueRule(["email"])), .unique(UniqueRule(["best"]))])
    return entity
  }

  private static var account: EntityModel {
    var entity = EntityModel(
      name: "Account",
      properties: [
        property("id", .int, .none) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("tenant", .object, target: "Contact"),
        property("login", .string, .none), property("closed", .date, .none) { $0.isOptional = true }, property("note", .string, .none),
      ])
    entity.rules = EntityRule.sorted([
      .unique(UniqueRule(["tenant", "login"])),
      .unique(UniqueRule(["note"], condition: UniqueRule.Condition(property: "closed", value: nil))),
    ])
    return entity
  }

  private static var folder: EntityModel {
    var entity = EntityModel(
      name: "Folder",
      properties: [
        property("parent", .object, target: "Folder"), property("name", .string, .none) { $0.isOptional = true },
        property("size", .int, .none),
      ])
    entity.rules = [.unique(UniqueRule(["parent", "name"], nilCounts: true))]
    return entity
  }
}

/// A contact without a primary key, whose address is unique.
final class MatchedContact: Object {
  static let entity = Matched.schema.entity("Contact", MatchedContact.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(MatchedContact(row, own), to: Self.self) }
}

/// An account with a primary key, whose login is unique for each tenant, and whose note is unique among open accounts.
final class MatchedAccount: Object {
  static let entity = Matched.schema.entity("Account", MatchedAccount.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(MatchedAccount(row, own), to: Self.self) }
}

/// A folder whose name is unique in its parent; all folders without a parent have one.
final class MatchedFolder: Object {
  static let entity = Matched.schema.entity("Folder", MatchedFolder.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(MatchedFolder(row, own), to: Self.self) }
}

enum MatchedTypes {
  static let all: [ObjectBase.Type] = [MatchedContact.self, MatchedAccount.self, MatchedFolder.self]
}

// A contact with a primary key that is generated for each new object.
private enum Keyed {
  static let schema = _LinkedSchema(SchemaModel(name: "Keyed", version: 1, entities: [contact]))

  private static var contact: EntityModel {
    var entity = EntityModel(
      name: "KeyedContact",
      properties: [
        property("id", .uuid, .none) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) },
        property("email", .string, .none) { $0.isIndexed = true }, property("name", .string, .none),
      ])
    entity.rules = [.unique(UniqueRule(["email"]))]
    return entity
  }
}

/// A contact with a generated primary key and a unique address.
final class KeyedContact: Object {
  static let entity = Keyed.schema.entity("KeyedContact", KeyedContact.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(KeyedContact(row, own), to: Self.self) }
}
