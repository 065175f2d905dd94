import AshlarSchema

@testable import Ashlar

// The types of the section on indexes of several properties, and of the one on updates by a unique value, as the plugin generates them.
private let invoices = _LinkedSchema(invoiceSchema())

private func invoiceSchema() -> SchemaModel {
  var invoice = EntityModel(
    name: "Invoice",
    properties: [
      PropertyModel(name: "owner", type: .object, isOptional: true, target: "Client"), PropertyModel(name: "placed", type: .date),
      PropertyModel(name: "status", type: .int), PropertyModel(name: "note", type: .string, isOptional: true),
    ])
  invoice.rules = EntityRule.sorted([.index(["owner", "placed"]), .index(["status", "placed"])])
  let client = EntityModel(name: "Client", properties: [PropertyModel(name: "name", type: .string)])
  var subscriber = EntityModel(
    name: "Subscriber",
    properties: [PropertyModel(name: "email", type: .string, isIndexed: true), PropertyModel(name: "name", type: .string)])
  subscriber.rules = [.unique(UniqueRule(["email"]))]
  return SchemaModel(name: "Invoices", version: 1, entities: [invoice, client, subscriber])
}

final class Invoice: Object {
  static let entity = invoices.entity("Invoice", Invoice.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Invoice(row, own), to: Self.self) }
}

final class Client: Object {
  static let entity = invoices.entity("Client", Client.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Client(row, own), to: Self.self) }
}

final class Subscriber: Object {
  static let entity = invoices.entity("Subscriber", Subscriber.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Subscriber(row, own), to: Self.self) }
}
