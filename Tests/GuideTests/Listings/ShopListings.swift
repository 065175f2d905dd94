import Ashlar
import AshlarCompiler
import AshlarSchema
import Foundation
import TestSupport
import Testing

@Suite("Guide: a shop with rules")
struct ShopListings {
  /// A shop with a customer and two teapots.
  private struct Shop {
    let realm: Realm
    let ada: Customer
    let pot: Item

    init() throws {
      let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: ShopSchema.types))
      ada = try realm.write { realm.create(Customer.self, value: ["number": 1, "email": "ada@example.org", "name": "Ada"]) }
      pot = try realm.write { realm.create(Item.self, value: ["code": "TE-100", "price": 25, "stock": 2]) }
      self.realm = realm
    }

    /// The numbers of customers, orders, lines and items.
    var counts: [Int] {
      [
        realm.objects(Customer.self).count, realm.objects(Order.self).count, realm.objects(Line.self).count,
        realm.objects(Item.self).count,
      ]
    }

    func order(_ number: Int) throws -> Order { try #require(realm.object(ofType: Order.self, forPrimaryKey: number)) }
  }

  // listing: place
  /// Places an order, and takes its items from the stock.
  func place(_ number: Int, for customer: Customer, _ wanted: [(item: Item, amount: Int)], in realm: Realm) throws {
    try realm.write {
      let order = realm.create(Order.self, value: ["number": number, "customer": customer, "placed": Date()])
      for (item, amount) in wanted {
        item.stock -= amount
        order.lines.append(realm.create(Line.self, value: ["item": item, "amount": amount, "price": item.price]))
      }
    }
  }
  // end

  // listing: cancel
  /// Cancels an order, whose lines are deleted with it, and returns its items to the stock.
  func cancel(_ order: Order, in realm: Realm) throws {
    try realm.write {
      for line in order.lines { line.item?.stock += line.amount }
      realm.delete(order)
    }
  }
  // end

  // listing: remove
  /// Deletes a customer. Returns the reason if the customer has orders.
  func remove(_ customer: Customer, from realm: Realm) throws -> Realm.RuleViolation? {
    if let refusal = realm.refusal(ofDeleting: [customer]) { return refusal }
    try realm.write { realm.delete(customer) }
    return nil
  }
  // end

  // listing: erase
  /// Deletes a customer together with all orders and their lines.
  func erase(_ customer: Customer, from realm: Realm) throws {
    try realm.write {
      realm.delete(customer.orders.map { $0 as Object } + [customer])
    }
  }
  // end

  /// The error of a write.
  private func failure(_ body: () throws -> Void) throws -> Realm.Error {
    var thrown: Realm.Error?
    do {
      try body()
    } catch let error as Realm.Error {
      thrown = error
    }
    return try #require(thrown, "the write fails")
  }

  @Test("the schema of the page compiles without a warning")
  func schema() throws {
    let result = try #require(try ShopSchema.compiled())
    #expect(result.diagnostics.map { $0.text() } == [])
    #expect(result.schema?.model.entities.map(\.name) == ["Customer", "Item", "Line", "Order"])
  }

  @Test("an order takes its items from the stock, and one for too many fails with the text of the page")
  func orders() throws {
    let shop = try Shop()
    try place(7, for: shop.ada, [(shop.pot, 1)], in: shop.realm)
    #expect(shop.pot.stock == 1)
    #expect(shop.counts == [1, 1, 1, 1])
    let error = try failure { try place(8, for: shop.ada, [(shop.pot, 2)], in: shop.realm) }
    #expect(error.code == .ruleViolated)
    #expect(error.violations.count == 1)
    let page = try GuidePages.text(of: "Rules.md")
    for violation in error.violations { #expect(page.contains("\n- \(violation)\n"), "\(violation)") }
    #expect(shop.pot.stock == 1)
    #expect(shop.counts == [1, 1, 1, 1])
  }

  @Test("an order without lines, and a line of no items, break rules")
  func empty() throws {
    let shop = try Shop()
    let without = try failure { try place(8, for: shop.ada, [], in: shop.realm) }
    #expect(without.violations.map(\.rule) == [.count])
    let none = try failure { try place(8, for: shop.ada, [(shop.pot, 0)], in: shop.realm) }
    #expect(none.violations.map(\.properties) == [["amount"]])
    #expect(shop.counts == [1, 0, 0, 1])
  }

  @Test("cancelling an order deletes its lines and returns its items")
  func cancelled() throws {
    let shop = try Shop()
    try place(7, for: shop.ada, [(shop.pot, 2)], in: shop.realm)
    try cancel(try shop.order(7), in: shop.realm)
    #expect(shop.pot.stock == 2)
    #expect(shop.counts == [1, 0, 0, 1])
  }

  @Test("a customer with orders is not deleted, for the reason on the page, and is deleted together with them")
  func customers() throws {
    let shop = try Shop()
    try place(7, for: shop.ada, [(shop.pot, 1)], in: shop.realm)
    try place(8, for: shop.ada, [(shop.pot, 1)], in: shop.realm)
    let refusal = try #require(try remove(shop.ada, from: shop.realm))
    let page = try GuidePages.text(of: "Rules.md").replacing("\n", with: " ")
    #expect(page.contains(" \(refusal) "), "\(refusal)")
    #expect(shop.counts == [1, 2, 2, 1])
    let error = try failure { try shop.realm.write { shop.realm.delete(shop.ada) } }
    #expect(error.violations == [refusal])
    try erase(shop.ada, from: shop.realm)
    #expect(shop.counts == [0, 0, 0, 1])
  }

  @Test("a customer without orders is deleted, and an item of an order is not")
  func others() throws {
    let shop = try Shop()
    try place(7, for: shop.ada, [(shop.pot, 1)], in: shop.realm)
    #expect(shop.realm.refusal(ofDeleting: [shop.pot])?.properties == ["item"])
    try cancel(try shop.order(7), in: shop.realm)
    #expect(try remove(shop.ada, from: shop.realm) == nil)
    #expect(shop.counts == [0, 0, 0, 1])
  }
}
