import AshlarSchema

@testable import Ashlar

// The types of the section on indexes of several properties, and of the one on updates by a unique value, as the plugin generates them.
private let shop = _LinkedSchema(shopSchema())

private func shopSchema() -> SchemaModel {
  var order = EntityModel(
    name: "Order",
    properties: [
      PropertyModel(name: "owner", type: .object, isOptional: true, target: "Customer"), PropertyModel(name: "placed", type: .date),
      PropertyModel(name: "status", type: .int), PropertyModel(name: "note", type: .string, isOptional: true),
    ])
  order.rules = EntityRule.sorted([.index(["owner", "placed"]), .index(["status", "placed"])])
  let customer = EntityModel(name: "Customer", properties: [PropertyModel(name: "name", type: .string)])
  var subscriber = EntityModel(
    name: "Subscriber",
    properties: [PropertyModel(name: "email", type: .string, isIndexed: true), PropertyModel(name: "name", type: .string)])
  subscriber.rules = [.unique(UniqueRule(["email"]))]
  return SchemaModel(name: "Shop", version: 1, entities: [order, customer, subscriber])
}

final class Order: Object {
  static let entity = shop.entity("Order", Order.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Order(row, own), to: Self.self) }
}

final class Customer: Object {
  static let entity = shop.entity("Customer", Customer.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Customer(row, own), to: Self.self) }
}

final class Subscriber: Object {
  static let entity = shop.entity("Subscriber", Subscriber.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Subscriber(row, own), to: Self.self) }
}
