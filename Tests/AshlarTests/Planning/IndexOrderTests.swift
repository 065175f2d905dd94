import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

// Purchases of ten buyers, with indexes of several properties.
private enum Shop {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Shop", version: 1,
      entities: [
        EntityModel(name: "Buyer", properties: [property("name", .string, .none)]),
        purchase,
      ]))

  private static var purchase: EntityModel {
    var entity = EntityModel(
      name: "Purchase",
      properties: [
        property("number", .int, .none) { $0.isIndexed = true }, property("buyer", .object, target: "Buyer"),
        property("placed", .date, .none), property("status", .int, .none), property("note", .string, .none) { $0.isOptional = true },
      ])
    entity.rules = EntityRule.sorted([.index(["buyer", "placed"]), .index(["status", "placed", "number"]), .index(["status", "note"])])
    return entity
  }

  enum Buyer: EraType { static let entity = schema.entity("Buyer", Era<Buyer>.self) }
  enum Purchase: EraType { static let entity = schema.entity("Purchase", Era<Purchase>.self) }
}

private typealias Buyer = Era<Shop.Buyer>
private typealias Purchase = Era<Shop.Purchase>

@Suite("The order of an index replaces sorting", .blocking)
struct IndexOrderTests {
  private static let count = 20_000
  private let realm: Realm

  /// Purchases with ascending numbers and dates; each tenth is of the same buyer, each third has the same status.
  init() throws {
    realm = try memoryRealm([Buyer.self, Purchase.self])
    try realm.write {
      let buyers = (0..<10).map { realm.create(Buyer.self, value: ["name": "\($0)"]) }
      for number in 0..<Self.count {
        realm.create(
          Purchase.self,
          value: [
            "number": number, "buyer": buyers[number % 10], "placed": Date(timeIntervalSince1970: Double(number)), "status": number % 3,
          ])
      }
    }
  }

  private var first: Buyer { realm.objects(Buyer.self)[0] }
  private var purchases: Results<Purchase> { realm.objects(Purchase.self) }

  private func newest(_ format: String, _ arguments: Any...) -> Results<Purchase> {
    purchases.filter(RealmPredicate(format: format, argumentArray: arguments)).sorted(byKeyPath: "placed", ascending: false)
  }

  private func numbers(_ results: Results<Purchase>) -> [Int] { results.map { $0["number"] as? Int ?? -1 } }

  /// The entries of indexes, and the clusters, that `body` reads.
  private func read(_ body: () -> Void) -> (entries: Int, clusters: Int) {
    let session = realm._core.session
    let before = (session.visitedPostings, session.visitedClusters)
    body()
    return (session.visitedPostings - before.0, session.visitedClusters - before.1)
  }

  @Test("the newest objects of an owner are read from the index, and no other objects are")
  func page() {
    let owner = first
    let results = newest("buyer == %@", owner).limited(to: 50)
    let cost = read { _ = results.count }
    #expect(results.count == 50)
    #expect(cost.entries == 50)
    #expect(cost.clusters == 0)
    #expect(numbers(results) == (0..<50).map { Self.count - 10 - 10 * $0 })
    let again = newest("buyer == %@", owner).limited(to: 50)
    let other = read { _ = again.first }
    #expect(other.entries == 50)
  }

  @Test("following pages begin at the last object of the page before, with the same cost")
  func pages() {
    let all = newest("buyer == %@", first)
    var last: Purchase?
    var found: [Int] = []
    for number in 0..<5 {
      let page = all.page(after: last, size: 50)
      let cost = read { _ = page.count }
      #expect(cost.entries <= 51, "page \(number)")
      #expect(cost.clusters == 0, "page \(number)")
      found += numbers(page)
      last = page.last
    }
    #expect(found == (0..<250).map { Self.count - 10 - 10 * $0 })
  }

  @Test("a page follows the position that its object had, also if the object has changed or is deleted")
  func changed() throws {
    let all = newest("buyer == %@", first)
    let object = all[49]
    let page = all.page(after: object, size: 2)
    try realm.write { object["placed"] = Date(timeIntervalSince1970: 1e9) }
    #expect(numbers(page) == [Self.count - 510, Self.count - 520])
    try realm.write { realm.delete(object) }
    #expect(numbers(page) == [Self.count - 510, Self.count - 520])
  }

  @Test("equal objects are in the order of their creation, in both directions and across pages")
  func ties() throws {
    let moment = Date(timeIntervalSince1970: 1e9)
    try realm.write { for purchase in newest("buyer == %@", first).limited(to: 2_500) { purchase["placed"] = moment } }
    let expected = (0..<Self.count / 10).map { 10 * $0 }
    realm._core.rules.planChoice = .search
    for isAscending in [true, false] {
      let all = purchases.filter("buyer == %@", first).sorted(byKeyPath: "placed", ascending: isAscending)
      #expect(numbers(all.limited(to: 30)) == Array(expected.prefix(30)))
      let page = all.page(after: all[29], size: 3)
      #expect(numbers(page) == [300, 310, 320])
    }
  }

  @Test("a plan names the index, the conditions and the order")
  func explain() {
    let owner = first
    #expect(
      newest("buyer == %@ AND placed > %@", owner, Date(timeIntervalSince1970: 1_000)).limited(to: 50).explain().outline == """
        Purchase: 50 rows
        ├─ index (buyer, placed) buyer == an object of Buyer AND placed > 1970-01-01 00:16:40 +0000: expected 2500, met 50
        └─ order placed descending: as the index has it
        """)
    let late = Date(timeIntervalSince1970: Double(Self.count - 100))
    #expect(
      newest("buyer == %@ AND placed >= %@", owner, late).limited(to: 50).explain().outline == """
        Purchase: 10 rows
        ├─ index (buyer, placed) buyer == an object of Buyer AND placed >= 1970-01-01 05:31:40 +0000: expected 10, met 10
        └─ order placed descending: as the index has it
        """)
    #expect(
      purchases.sorted(byKeyPath: "number", ascending: false).limited(to: 3, offset: 2).explain().outline == """
        Purchase: 3 rows
        ├─ index (number): expected 20000, met 5
        ├─ order number descending: as the index has it
        └─ limit 3, offset 2
        """)
    #expect(
      newest("buyer == %@ AND status == 1", owner).limited(to: 5).explain().outline == """
        Purchase: 5 rows
        ├─ index (buyer, placed) buyer == an object of Buyer: expected 2500, met 32
        ├─ check status == 1: 32 rows, 5 left
        └─ order placed descending: as the index has it
        """)
  }

  @Test("a search without an order uses the equalities of an index, then a range")
  func searches() {
    let owner = first
    realm._core.rules.planChoice = .search
    #expect(
      purchases.filter("buyer == %@", owner).explain().outline == """
        Purchase: 2000 rows
        └─ index (buyer, placed) buyer == an object of Buyer: expected 2500, met 2000
        """)
    #expect(
      purchases.filter("status IN {0, 2} AND placed < %@ AND number != 3", Date(timeIntervalSince1970: 10)).explain().outline == """
        Purchase: 6 rows
        ├─ index (status, placed, number) status IN {0, 2} AND placed < 1970-01-01 00:00:10 +0000: expected 7, met 7
        └─ check number != 3: 7 rows, 6 left
        """)
    #expect(
      purchases.filter("number == 12 AND status == 0 AND placed == %@", Date(timeIntervalSince1970: 12)).explain().outline == """
        Purchase: 1 row
        └─ index (status, placed, number) status == 0 AND placed == 1970-01-01 00:00:12 +0000 AND number == 12: expected 1, met 1
        """)
    // The index of the property alone has fewer parts.
    #expect(
      purchases.filter("number == 12").explain().outline == """
        Purchase: 1 row
        └─ index number == 12: expected 1, met 1
        """)
  }

  @Test("within a write that has changed the type, objects are found, added and sorted")
  func withinWrite() throws {
    let owner = first
    let results = newest("buyer == %@", owner).limited(to: 3)
    try realm.write {
      #expect(results.explain().outline.contains("as the index has it"))
      let new = realm.create(
        Purchase.self, value: ["number": -1, "buyer": owner, "placed": Date(timeIntervalSince1970: 1e9), "status": 9])
      #expect(numbers(results) == [-1, Self.count - 10, Self.count - 20])
      #expect(results.explain().outline.contains("sort by placed descending"))
      new["placed"] = Date(timeIntervalSince1970: -1)
      #expect(numbers(results) == [Self.count - 10, Self.count - 20, Self.count - 30])
    }
    #expect(numbers(results) == [Self.count - 10, Self.count - 20, Self.count - 30])
    #expect(results.explain().outline.contains("as the index has it"))
  }

  @Test("long texts that the index does not contain whole are sorted by the objects")
  func cutTexts() throws {
    let start = String(repeating: "x", count: 300)
    let letters = ["d", "a", "c", "b"]
    try realm.write { for (number, letter) in letters.enumerated() { purchases[3 * number]["note"] = start + letter } }
    realm._core.rules.planChoice = .search
    let noted = purchases.filter("status == 0 AND note != nil").sorted(byKeyPath: "note", ascending: false)
    #expect(noted.limited(to: 3).map { ($0["note"] as? String)?.last } == ["d", "c", "b"])
    let equal = purchases.filter("status == 0 AND note == %@", start + "c")
    #expect(numbers(equal) == [6])
    #expect(equal.explain().outline.contains("check note =="))
  }

  @Test("frozen results have the order of their version")
  func frozen() throws {
    let owner = first
    let frozen = newest("buyer == %@", owner).limited(to: 2).freeze()
    try realm.write { realm.delete(newest("buyer == %@", owner).limited(to: 1)) }
    #expect(frozen.map { $0["number"] as? Int } == [Self.count - 10, Self.count - 20])
    #expect(numbers(newest("buyer == %@", owner).limited(to: 1)) == [Self.count - 20])
  }
}
