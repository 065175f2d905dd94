import AshlarSchema

@testable import Ashlar

// Accounts with a unique address, number and partner, whose names in the file are different from those in Swift; and notes without a key.
private enum Ruled {
  static let schema = _LinkedSchema(ruledSchema(isUnique: true))
  static let plain = _LinkedSchema(ruledSchema(isUnique: false))

  static func ruledSchema(isUnique: Bool) -> SchemaModel {
    var account = EntityModel(
      name: "RuledAccount", storedName: "accounts",
      properties: [
        PropertyModel(name: "id", type: .uuid, isPrimaryKey: true),
        PropertyModel(name: "email", storedName: "mail", type: .string, isOptional: true, isIndexed: true),
        PropertyModel(name: "number", type: .int, isOptional: true, isIndexed: true),
        PropertyModel(name: "partner", type: .object, isOptional: true, target: "RuledAccount"),
      ])
    var note = EntityModel(
      name: "RuledNote", properties: [PropertyModel(name: "title", type: .string, isIndexed: true), PropertyModel(name: "age", type: .int)])
    if isUnique {
      account.rules = EntityRule.sorted(["mail", "number", "partner"].map { .unique(UniqueRule([$0])) })
      note.rules = [.unique(UniqueRule(["title"]))]
    }
    return SchemaModel(name: isUnique ? "Ruled" : "Plain", version: 1, entities: [account, note])
  }
}

/// An account with unique properties.
final class RuledAccount: Object {
  static let entity = Ruled.schema.entity("RuledAccount", RuledAccount.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(RuledAccount(row, own), to: Self.self) }
}

/// An object with a unique title and without a primary key.
final class RuledNote: Object {
  static let entity = Ruled.schema.entity("RuledNote", RuledNote.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(RuledNote(row, own), to: Self.self) }
}

/// `RuledAccount` of a release without rules.
final class PlainAccount: Object {
  static let entity = Ruled.plain.entity("RuledAccount", PlainAccount.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PlainAccount(row, own), to: Self.self) }
}

/// `RuledNote` of a release without rules.
final class PlainNote: Object {
  static let entity = Ruled.plain.entity("RuledNote", PlainNote.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PlainNote(row, own), to: Self.self) }
}

/// The types with rules, and those without.
enum RuledTypes {
  static let all: [ObjectBase.Type] = [RuledAccount.self, RuledNote.self]
  static let plain: [ObjectBase.Type] = [PlainAccount.self, PlainNote.self]
}
