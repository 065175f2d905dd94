import AshlarCompiler
import AshlarSchema

@testable import Ashlar

/// The schema of the worked example on the page on rules, as the page states it.
enum ShopSchema {
  /// The YAML on the page.
  static func text() throws -> String? {
    try GuidePages.blocks().first { $0.page == "Rules.md" && $0.language == "yaml" && $0.text.contains("name: Shop") }?.text
  }

  static func compiled() throws -> SchemaCompiler.Result? {
    try text().map { SchemaCompiler().check([SourceFile(path: "shop.yaml", text: $0)]) }
  }

  static let types: [ObjectBase.Type] = [Customer.self, Order.self, Line.self, Item.self]
  fileprivate static let linked = _LinkedSchema((try? compiled()?.schema?.model) ?? SchemaModel(name: "Shop", entities: []))
}

// The classes are those that the plugin generates from the schema.

final class Customer: Object {
  static let entity = ShopSchema.linked.entity("Customer", Customer.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Customer(row, own), to: Self.self) }

  var number: Int {
    get { _int(0) }
    set {
      _willSetKey(0)
      _setInt(0, newValue)
    }
  }
  var email: String {
    get { _string(1) }
    set { _setString(1, newValue) }
  }
  var name: String {
    get { _string(2) }
    set { _setString(2, newValue) }
  }
  var orders: LinkingObjects<Order> { _linkingObjects(3) }
}

final class Order: Object {
  static let entity = ShopSchema.linked.entity("Order", Order.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Order(row, own), to: Self.self) }

  var number: Int {
    get { _int(0) }
    set {
      _willSetKey(0)
      _setInt(0, newValue)
    }
  }
  var customer: Customer? {
    get { _object(1, Customer.self) }
    set { _setObject(1, newValue) }
  }
  var lines: List<Line> {
    get { _list(4) }
    set { _setList(4, newValue) }
  }
}

final class Line: Object {
  static let entity = ShopSchema.linked.entity("Line", Line.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Line(row, own), to: Self.self) }

  var item: Item? {
    get { _object(0, Item.self) }
    set { _setObject(0, newValue) }
  }
  var amount: Int {
    get { _int(1) }
    set { _setInt(1, newValue) }
  }
}

final class Item: Object {
  static let entity = ShopSchema.linked.entity("Item", Item.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Item(row, own), to: Self.self) }

  var code: String {
    get { _string(0) }
    set {
      _willSetKey(0)
      _setString(0, newValue)
    }
  }
  var price: Decimal128 {
    get { _value(1) }
    set { _setValue(1, newValue) }
  }
  var stock: Int {
    get { _int(2) }
    set { _setInt(2, newValue) }
  }
}
