import AshlarSchema

@testable import Ashlar

// A customer with rules about values, whose names in the file are different from those in Swift; its embedded addresses; and an asymmetric
// type with rules of the program alone.
private enum Checked {
  static let schema: _LinkedSchema = {
    var customer = EntityModel(
      name: "CheckedCustomer", storedName: "customers",
      properties: [
        PropertyModel(name: "login", storedName: "name", type: .string, isPrimaryKey: true), PropertyModel(name: "age", type: .int),
        PropertyModel(name: "guide", type: .object, isOptional: true, target: "CheckedCustomer"),
        PropertyModel(name: "tags", type: .string, collection: .list), PropertyModel(name: "extra", type: .any),
        PropertyModel(name: "home", type: .object, isOptional: true, target: "CheckedAddress"),
      ])
    customer.rules = EntityRule.sorted([
      .range("age", ValueBounds(low: .int(0), high: .int(150))), .length("name", CountBounds(low: 1, high: 8)),
      .pattern("name", "[a-z]*"), .count("tags", CountBounds(high: 2)), .required("extra"),
    ])
    var address = EntityModel(
      name: "CheckedAddress", kind: .embedded, properties: [PropertyModel(name: "city", type: .string)])
    address.rules = [.length("city", CountBounds(low: 1))]
    return _LinkedSchema(SchemaModel(name: "Checked", version: 1, entities: [address, customer]))
  }()

  static let events: _LinkedSchema = {
    var place = EntityModel(name: "CheckedPlace", kind: .embedded, properties: [PropertyModel(name: "floor", type: .int)])
    place.rules = [.range("floor", ValueBounds(high: .int(9)))]
    var event = EntityModel(
      name: "CheckedEvent", kind: .asymmetric,
      properties: [
        PropertyModel(name: "text", type: .string, isOptional: true), PropertyModel(name: "first", type: .int),
        PropertyModel(name: "last", type: .int), PropertyModel(name: "numbers", type: .int, collection: .list),
        PropertyModel(name: "places", type: .object, collection: .list, target: "CheckedPlace"),
      ])
    event.rules = EntityRule.sorted([
      .length("text", CountBounds(low: 2)), .order("first", .lessOrEqual, "last"), .count("numbers", CountBounds(high: 3)),
    ])
    return _LinkedSchema(SchemaModel(name: "CheckedEvents", version: 1, entities: [event, place]))
  }()
}

final class CheckedCustomer: Object {
  static let entity = Checked.schema.entity("CheckedCustomer", CheckedCustomer.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(CheckedCustomer(row, own), to: Self.self) }
}

final class CheckedAddress: EmbeddedObject {
  static let entity = Checked.schema.entity("CheckedAddress", CheckedAddress.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(CheckedAddress(row, own), to: Self.self) }
}

final class CheckedEvent: AsymmetricObject {
  static let entity = Checked.events.entity("CheckedEvent", CheckedEvent.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(CheckedEvent(row, own), to: Self.self) }
}

final class CheckedPlace: EmbeddedObject {
  static let entity = Checked.events.entity("CheckedPlace", CheckedPlace.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(CheckedPlace(row, own), to: Self.self) }
}

enum CheckedTypes {
  static let customers: [ObjectBase.Type] = [CheckedCustomer.self, CheckedAddress.self]
  static let events: [ObjectBase.Type] = [CheckedEvent.self, CheckedPlace.self]
}
