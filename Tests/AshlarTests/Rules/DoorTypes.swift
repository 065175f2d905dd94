import AshlarSchema

@testable import Ashlar

// Items with a unique code and a level from 0 to 9, whose names in the file are different from those in Swift; locks, while which exist
// their items cannot be deleted; and events that link to items.
private let schema: _LinkedSchema = {
  var item = EntityModel(
    name: "DoorItem", storedName: "items",
    properties: [
      PropertyModel(name: "id", type: .int, isPrimaryKey: true),
      PropertyModel(name: "code", storedName: "label", type: .string, isIndexed: true),
      PropertyModel(name: "level", storedName: "height", type: .int), PropertyModel(name: "extra", storedName: "level", type: .int),
      PropertyModel(name: "next", type: .object, isOptional: true, target: "DoorItem"),
      PropertyModel(name: "list", type: .object, collection: .list, target: "DoorItem"),
      PropertyModel(name: "group", type: .object, collection: .set, target: "DoorItem"),
      PropertyModel(name: "map", type: .object, collection: .map, isOptional: true, target: "DoorItem"),
      PropertyModel(name: "any", type: .any),
    ])
  item.rules = EntityRule.sorted([.unique(UniqueRule(["label"])), .range("height", ValueBounds(low: .int(0), high: .int(9)))])
  var lock = EntityModel(
    name: "DoorLock", storedName: "locks",
    properties: [PropertyModel(name: "item", storedName: "level", type: .object, isOptional: true, target: "DoorItem")])
  // In the file, a property of items has the same name.
  lock.rules = [.targetDeleted("level", .deny)]
  let event = EntityModel(
    name: "DoorEvent", kind: .asymmetric,
    properties: [
      PropertyModel(name: "item", type: .object, isOptional: true, target: "DoorItem")
    ])
  return _LinkedSchema(SchemaModel(name: "Doors", version: 1, entities: [item, lock, event]))
}()

final class DoorItem: Object, ValueConvertible {
  static let entity = schema.entity("DoorItem", DoorItem.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(DoorItem(row, own), to: Self.self) }

  /// A copy of an item.
  struct Value: Sendable, Hashable, Codable {
    var id: Int
    var code: String
    var level: Int
  }

  func value(depth: Int) -> Value {
    Value(id: self["id"] as? Int ?? 0, code: self["code"] as? String ?? "", level: self["level"] as? Int ?? 0)
  }

  convenience init(_ value: Value, in realm: Realm?) throws {
    self.init(value: ["id": value.id, "code": value.code, "level": value.level] as [String: Any])
  }
}

final class DoorLock: Object {
  static let entity = schema.entity("DoorLock", DoorLock.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(DoorLock(row, own), to: Self.self) }
}

final class DoorEvent: AsymmetricObject {
  static let entity = schema.entity("DoorEvent", DoorEvent.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(DoorEvent(row, own), to: Self.self) }
}

enum DoorTypes {
  static let all: [ObjectBase.Type] = [DoorItem.self, DoorLock.self, DoorEvent.self]
}
