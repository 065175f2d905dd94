import AshlarSchema

@testable import Ashlar

// Items with a unique code and a level from 0 to 9, and locks, while which exist their items cannot be deleted.
private let schema: _LinkedSchema = {
  var item = EntityModel(
    name: "ViewItem",
    properties: [
      PropertyModel(name: "code", type: .string, isIndexed: true), PropertyModel(name: "level", type: .int),
      PropertyModel(name: "list", type: .object, collection: .list, target: "ViewItem"),
      PropertyModel(name: "group", type: .object, collection: .set, target: "ViewItem"),
      PropertyModel(name: "map", type: .object, collection: .map, isOptional: true, target: "ViewItem"),
    ])
  item.rules = EntityRule.sorted([.unique(UniqueRule(["code"])), .range("level", ValueBounds(low: .int(0), high: .int(9)))])
  var lock = EntityModel(name: "ViewLock", properties: [PropertyModel(name: "item", type: .object, isOptional: true, target: "ViewItem")])
  lock.rules = [.targetDeleted("item", .deny)]
  return _LinkedSchema(SchemaModel(name: "Views", version: 1, entities: [item, lock]))
}()

final class ViewItem: Object {
  static let entity = schema.entity("ViewItem", ViewItem.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(ViewItem(row, own), to: Self.self) }

  var code: String {
    get { self["code"] as? String ?? "" }
    set { self["code"] = newValue }
  }
  var level: Int {
    get { self["level"] as? Int ?? 0 }
    set { self["level"] = newValue }
  }
  var list: List<ViewItem> { self["list"] as? List<ViewItem> ?? List() }
  var group: MutableSet<ViewItem> { self["group"] as? MutableSet<ViewItem> ?? MutableSet() }
  var map: Map<String, ViewItem?> { self["map"] as? Map<String, ViewItem?> ?? Map() }
}

final class ViewLock: Object {
  static let entity = schema.entity("ViewLock", ViewLock.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(ViewLock(row, own), to: Self.self) }
}
